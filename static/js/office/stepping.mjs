// Left and right arrows go to the step before and after, as the links do.
const links = { ArrowLeft: 'prev', ArrowRight: 'next' };
addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest('pre, input, summary')) return;
  document.querySelector(`a[rel=${links[event.key]}]`)?.click();
});
