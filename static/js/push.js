// Asks for permission, subscribes this browser to web push, and posts the subscription with the form.

const form = document.getElementById("push");
const trouble = document.getElementById("push-trouble");

const bytes = (written) =>
  Uint8Array.from(atob(written.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

function browserName() {
  const agent = navigator.userAgent;
  const kinds = [["Edg/", "Edge"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
  const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];
  const kind = kinds.find(([sign]) => agent.includes(sign))?.[1] ?? "Browser";
  const system = systems.find((name) => agent.includes(name));
  return system ? `${kind} on ${system}` : kind;
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    trouble.textContent = "The browser does not allow it. Change that in its settings for this site.";
    return;
  }
  const registration = await navigator.serviceWorker.register(form.dataset.worker);
  for (let waited = 0; !registration.active && waited < 100; waited += 1) {
    await new Promise((wake) => setTimeout(wake, 100));
  }
  const key = bytes(form.dataset.key);
  const known = await registration.pushManager.getSubscription();
  await known?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const fields = { endpoint, p256dh: keys.p256dh, auth: keys.auth, name: browserName() };
  for (const [name, value] of Object.entries(fields)) form.elements.namedItem(name).value = value;
  form.submit();
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => {
      trouble.textContent = "The browser could not reach its push service. Try again later.";
    });
  });
}
