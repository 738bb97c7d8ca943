// Shows the buttons that copy a text: without this module, it is selected by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const told = document.querySelector("[data-copied]");
    const copied = navigator.clipboard.writeText(document.getElementById(button.dataset.copy).innerText);
    told.textContent = await copied.then(() => "Copié.", () => "Le navigateur a refusé : sélectionnez le texte.");
  });
}
