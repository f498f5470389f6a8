// A zone of the map places a base, or takes it away again: it ticks the zone's box in the list.
document.addEventListener("click", (event) => {
  const link = event.target.closest('.bases-map a[href^="#place-"]');
  if (!link) return;
  event.preventDefault();
  document.getElementById(`box-${link.getAttribute("href").slice(1)}`)?.click();
});
