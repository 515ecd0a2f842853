// What scripts add to the pages, which work without: they are kept up to date, and can be used by keys. Decisions are the forms' own.

const main = document.querySelector("main");
const told = document.getElementById("told");

// --- Up to date.

// Nothing is taken away from under somebody who is writing or choosing.
let pressed = false; // a click begins on one element, and has to end there
addEventListener("pointerdown", () => (pressed = true));
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (pressed = false));
function isBusy() {
  if (pressed) return true;
  const at = document.activeElement;
  if (at && main.contains(at) && at.matches("input:not([type=checkbox]), textarea, select")) return true;
  return [...main.querySelectorAll("form[method=post] input, form[method=post] textarea")].some(
    (field) => field.type !== "hidden" && (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue));
}

let asked = null;
async function refresh() {
  if (asked || document.hidden || (!bound() && isBusy())) return;
  asked = fetch(location.href, { headers: { Accept: "text/html" } });
  try {
    const answer = await asked;
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (!fresh) return;
    if (bound()) tellMoved(fresh);
    else if (!isBusy()) replace(fresh, page.title);
  } catch {
    // The server is away: the next event, or the next look, tells.
  } finally {
    asked = null;
  }
}

// All but how long ago things were, which changes by itself.
function essence(of) {
  const copy = of.cloneNode(true);
  copy.querySelectorAll("time").forEach((time) => (time.textContent = ""));
  copy.querySelectorAll(".here").forEach((item) => item.classList.remove("here"));
  copy.querySelectorAll("details").forEach((one) => (one.open = false));
  return copy.innerHTML;
}

function replace(fresh, title) {
  const before = itemKeys();
  if (essence(fresh) === essence(main)) {
    const times = fresh.querySelectorAll("time");
    main.querySelectorAll("time").forEach((time, i) => (time.textContent = times[i].textContent));
  } else {
    const open = [...main.querySelectorAll("details")].map((one) => one.open);
    const focus = document.activeElement?.getAttribute?.("href");
    main.replaceChildren(...fresh.childNodes);
    const details = main.querySelectorAll("details");
    if (details.length === open.length) details.forEach((one, i) => (one.open = open[i]));
    if (focus) main.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    mark();
  }
  const more = itemKeys().filter((key) => !before.includes(key)).length;
  if (more) told.textContent = more === 1 ? "A call came." : `${more} calls came.`;
  else if (document.title !== title) told.textContent = title;
  document.title = title;
}

// A page on which somebody is deciding stays as it is: they are told when that isn't what is there any more.
const bound = (of = main) => of.querySelector("input[name=shown]")?.value;
function tellMoved(fresh) {
  if (bound(fresh) === bound() || main.querySelector(".moved-on")) return;
  const note = document.createElement("p"), link = document.createElement("a");
  note.className = "note late moved-on";
  note.setAttribute("role", "alert");
  note.textContent = "This isn't what you see any more. ";
  link.href = location.pathname;
  link.textContent = "Look again";
  note.append(link);
  main.prepend(note);
}

function watch() {
  let soon = 0;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(refresh, 150); // several events at once are one look
  };
  // A browser has few connections to one server: pages that nobody sees leave theirs to others.
  let source = null, isFirst = true;
  const listen = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource("/v1/events");
      source.onmessage = later;
      source.onopen = () => (isFirst ? (isFirst = false) : later()); // what was missed meanwhile
    }
  };
  addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  listen();
  setInterval(refresh, 20_000); // ages, and when events don't come through
}

// --- Keys.

const items = () => [...main.querySelectorAll(".item")];
const itemKeys = () => items().map((item) => item.querySelector(".open").getAttribute("href"));
let here = null; // the address of the item that j and k are at

function mark() {
  for (const item of items()) item.classList.toggle("here", item.querySelector(".open").getAttribute("href") === here);
}

function step(by) {
  const list = items();
  if (!list.length) return;
  const at = itemKeys().indexOf(here);
  const next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
  here = next.querySelector(".open").getAttribute("href");
  next.querySelector(".open").focus();
  next.scrollIntoView({ block: "nearest" });
  mark();
}

function help() {
  const dialog = document.createElement("dialog");
  const title = document.createElement("h2");
  title.textContent = "Keys";
  const list = document.createElement("dl");
  for (const [key, what] of [["j k", "next, previous call"], ["x", "select it"], ["Enter", "open it"], ["a", "go to Approve"], ["d", "deny: give a reason"], ["e", "edit the arguments"], ["i", "to the inbox"], ["/", "search"], ["?", "this help"]]) {
    const dt = document.createElement("dt"), dd = document.createElement("dd"), kbd = document.createElement("kbd");
    kbd.textContent = key;
    dd.textContent = what;
    dt.append(kbd);
    list.append(dt, dd);
  }
  const close = document.createElement("button");
  close.textContent = "Close";
  close.onclick = () => dialog.close();
  dialog.append(title, list, close);
  dialog.onclose = () => dialog.remove();
  dialog.setAttribute("aria-label", "Keys");
  document.body.append(dialog);
  dialog.showModal();
}

// On an item of the inbox a, d and e open its page, at that form. (No element has this id: a browser would take the focus to it, and off ours.)
function act(id) {
  const item = main.querySelector(".item.here .open");
  if (item) location.href = item.getAttribute("href") + "#go-" + id;
  else focusForm(id);
}

function focusForm(id) {
  const target = {
    approve: () => main.querySelector("#approve button[value=approve]"),
    deny: () => main.querySelector("#deny textarea"),
    edit: () => main.querySelector(".arguments input, .arguments textarea, .arguments select"),
  }[id]?.();
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  x: () => main.querySelector(".item.here input[type=checkbox]")?.click(),
  a: () => act("approve"),
  d: () => act("deny"),
  e: () => act("edit"),
  i: () => (location.href = "/"),
  "/": () => document.getElementById("q")?.focus(),
  "?": help,
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return document.activeElement?.blur();
  if (event.target.matches?.("input:not([type=checkbox]), textarea, select")) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// --- What was edited is said on the button that would send it.

addEventListener("input", () => {
  let edited = false;
  for (const field of main.querySelectorAll("[data-was]")) {
    const is = field.value.replaceAll("\r\n", "\n") !== field.dataset.was;
    field.closest(".field").classList.toggle("edited", is);
    edited ||= is;
  }
  const button = main.querySelector("[data-edited]");
  if (!button) return;
  button.dataset.plain ??= button.textContent;
  button.textContent = edited ? button.dataset.edited : button.dataset.plain;
});

// A form is sent once.
addEventListener("submit", (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = "yes";
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));

if (main.hasAttribute("data-live") || bound()) watch();
focusForm(location.hash.slice("#go-".length));
