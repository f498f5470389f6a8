// Opens a rule's mark in place, in a popover; without popovers or on a fault the mark leads to the rule's own page.
const box = document.createElement("div");
const canOpen = "popover" in box;
const asked = new Map();

if (canOpen) {
  box.popover = "auto";
  box.className = "explanation ruling-note";
  box.tabIndex = -1;
  document.body.append(box);
}

function note(address) {
  if (!asked.has(address)) asked.set(address, fetch(`${address}?part=note`).then((answer) => {
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }));
  return asked.get(address);
}

document.addEventListener("click", async (event) => {
  const mark = event.target.closest(".rule-mark");
  if (!canOpen || !mark || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    box.innerHTML = await note(mark.pathname);
    box.setAttribute("aria-label", mark.getAttribute("aria-label"));
    box.showPopover({ source: mark });
    box.focus({ preventScroll: true });
  } catch {
    location.assign(mark.href);
  }
});
