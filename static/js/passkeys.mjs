// Shows what asks for a passkey where the browser knows them, and tells in the page what django-allauth's scripts log.
const known = "PublicKeyCredential" in window;
for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = !known;
for (const part of document.querySelectorAll("[data-no-passkey]")) part.hidden = known;

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelector("[data-passkey-failed]").hidden = false;
});

// Enter in the key's name does what the button does.
document.getElementById("add_passkey")?.form.addEventListener("submit", (event) => {
  event.preventDefault();
  document.getElementById("add_passkey").click();
});
