// Says so when a step got no usable answer: nothing on the board tells whether the server took it, and only a reload shows it.
const trouble = document.getElementById("trouble");

const show = ({ detail }) => {
  const what = detail.xhr.status === 404 ? "left" : "unheard";
  for (const line of trouble.querySelectorAll("[data-trouble]")) line.hidden = line.dataset.trouble !== what;
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
};

for (const event of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.body.addEventListener(event, show);
for (const event of ["htmx:afterSwap", "htmx:wsAfterMessage"]) document.body.addEventListener(event, () => { trouble.hidden = true; });
