// A form with `data-unsaved` asks before its page is left with changes that were not sent; `data-unsaved="yes"` has some
// from the beginning, as one that was refused.

const contents = (form) => new URLSearchParams(new FormData(form)).toString();
const forms = [...document.querySelectorAll("form[data-unsaved]")].map((form) => ({
  form,
  saved: form.dataset.unsaved === "yes" ? null : contents(form),
}));
let sent = null;

document.addEventListener("submit", (event) => { sent = event.defaultPrevented ? null : event.target; });
addEventListener("pageshow", () => { sent = null; });
addEventListener("beforeunload", (event) => {
  if (forms.some(({ form, saved }) => form !== sent && contents(form) !== saved)) event.preventDefault();
});
