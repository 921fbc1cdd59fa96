// Pages work without this file. It adds previews while typing, sliders beside number fields, and figures that follow the
// database. It never adds, rounds or formats a figure: whatever it shows was written by the server.

const root = document.documentElement;
const body = document.body;
const base = body.dataset.base ?? "";
root.classList.add("has-script");

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const announce = (text) => {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
};
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// Bringing nodes up to date in place

const controls = "input, select, textarea";
const keyOf = (node) => node.dataset?.key ?? (node.id || node.localName);
const isAlike = (old, fresh) =>
  old.nodeType === fresh.nodeType && (old.nodeType !== Node.ELEMENT_NODE || keyOf(old) === keyOf(fresh) && old.nodeName === fresh.nodeName);

// Makes a node equal to a fresh one. Nodes that are alike stay, and with them focus, selection, scroll and open details;
// what a reader typed is left alone, what forms send along is not. Elements whose words changed are added to `changed`.
function renew(old, fresh, changed) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data === fresh.data) return;
    old.data = fresh.data;
    changed.add(old.parentElement.closest(".amount, [data-live-id]") ?? old.parentElement);
    return;
  }
  if (old.matches(controls) && old.type !== "hidden") return;
  for (const { name } of [...old.attributes]) {
    if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, index) => {
    const present = before[index];
    if (present && isAlike(present, child)) return renew(present, child, changed);
    const adopted = document.adoptNode(child);
    if (present) present.replaceWith(adopted);
    else old.append(adopted);
    changed.add(adopted.nodeType === Node.ELEMENT_NODE ? adopted : old);
  });
  for (const child of before.slice(after.length)) {
    child.remove();
    changed.add(old);
  }
}

// Whether a control is not as the page brought it.
const isTyped = (control) => {
  if (control.matches("[type=checkbox], [type=radio]")) return control.checked !== control.defaultChecked;
  if (control.localName !== "select") return control.localName !== "output" && control.value !== control.defaultValue;
  const options = [...control.options];
  const first = Math.max(0, options.findLastIndex((option) => option.defaultSelected));
  return !control.multiple && control.selectedIndex !== first;
};
const isChanged = (form) => [...form.elements].some((control) => control.matches(controls) && isTyped(control));

// In a form that changes something, a field that differs from what is there is marked and says what that is.
for (const form of document.querySelectorAll("form[data-keeps-input]")) {
  const mark = () => {
    for (const control of form.querySelectorAll("[data-now]")) {
      const field = control.closest(".field");
      const was = field.querySelector(".was");
      const isDirty = control.value !== control.dataset.now;
      const described = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== was.id);
      if (isDirty) described.push(was.id);
      field.classList.toggle("dirty", isDirty);
      was.hidden = !isDirty;
      if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
      else control.removeAttribute("aria-describedby");
    }
  };
  form.addEventListener("input", mark);
  addEventListener("pageshow", mark);
}

// Previews: the newest input is shown, nothing is written, no figure disappears while the program does not answer.

class Preview {
  #timer;
  #running;

  constructor(form) {
    this.form = form;
    this.#speak();
    form.addEventListener("input", () => {
      // A screen reader says the plain number until the answer is there.
      for (const range of this.#ranges) range.removeAttribute("aria-valuetext");
      this.schedule(120);
    });
    // What the browser put back into the fields after "back" or a reload.
    addEventListener("pageshow", () => isChanged(form) && this.schedule(0));
  }

  get #ranges() { return this.form.querySelectorAll("input[type=range]"); }
  get #place() { return document.getElementById(this.form.dataset.into); }

  // After a change elsewhere: what was typed is asked again, else the page's own answer is taken.
  follow(page) {
    const fresh = page.getElementById(this.form.dataset.into);
    if (isChanged(this.form)) this.schedule(0);
    else if (fresh && this.#place) renew(this.#place, fresh, new Set());
  }

  schedule(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  async #ask() {
    this.#running?.abort();
    const own = (this.#running = new AbortController());
    try {
      const answer = await fetch(this.form.dataset.preview, {
        method: "POST",
        headers: { "X-CSRF-Token": body.dataset.csrf ?? "", "X-Fragment": "1", Accept: "text/html" },
        body: new URLSearchParams(new FormData(this.form)),
        // A program that stands still says nothing: that is told, too.
        signal: AbortSignal.any([own.signal, AbortSignal.timeout(8000)]),
      });
      const text = await answer.text();
      if (own !== this.#running) return;
      if (answer.status === 401 || answer.status === 403) {
        return this.#say("The figures are not up to date: this session has ended. Load the page again.");
      }
      const fresh = [200, 422].includes(answer.status) ? parse(text).getElementById(this.form.dataset.into) : null;
      if (!fresh) throw new Error(`status ${answer.status}`);
      renew(this.#place, fresh, new Set());
      this.#say("");
      this.#speak();
    } catch {
      if (own !== this.#running || own.signal.aborted) return;
      this.#say("The figures are not up to date: the program does not answer.");
      this.schedule(5000);
    }
  }

  #say(text) {
    const status = this.form.querySelector("[data-preview-status]") ?? document.querySelector("[data-preview-status]");
    if (status && status.textContent !== text) status.textContent = text;
  }

  // The words of the answer become those of the slider.
  #speak() {
    const source = this.#place?.querySelector("[data-valuetext]");
    const words = source?.dataset.valuetext || source?.textContent.trim();
    if (!words) return;
    for (const range of this.#ranges) range.setAttribute("aria-valuetext", words);
  }
}

for (const range of document.querySelectorAll("input[type=range][data-number]")) {
  const number = document.getElementById(range.dataset.number);
  if (!number) continue;
  // Readers write decimals with a point or a comma; of anything else the server says what is wrong.
  const follow = () => {
    if (/^\d+([.,]\d+)?$/.test(number.value)) range.value = number.value.replace(",", ".");
  };
  range.addEventListener("input", () => { number.value = range.value; });
  number.addEventListener("input", follow);
  addEventListener("pageshow", follow);
}

const previews = [...document.querySelectorAll("form[data-preview]")].map((form) => new Preview(form));

// After a refused save the reader begins at what is wrong.
(document.querySelector("[aria-invalid]") ?? document.querySelector(".issue-summary"))?.focus();

// Live figures

const live = {
  revision: Number(body.dataset.revision),
  set: body.dataset.set,
  source: null,
  timer: 0,
  isBusy: false,
  again: null,

  open() {
    if (document.hidden || this.source) return;
    clearTimeout(this.timer);
    if (!("EventSource" in window)) return this.later(() => this.poll());
    const page = encodeURIComponent(location.pathname + location.search);
    const source = (this.source = new EventSource(`${base}/events?page=${page}&since=${this.revision}`));
    source.addEventListener("open", () => this.say(null, "ended"));
    source.addEventListener("change", (event) => this.change(JSON.parse(event.data)));
    source.addEventListener("figures", (event) => JSON.parse(event.data).of === body.dataset.set && this.change({}));
    source.addEventListener("sync", () => document.querySelector("[data-live-id=sync]") && this.change({}));
    source.addEventListener("bye", () => {
      this.close();
      this.say("The program was ended.", "ended");
      this.later(() => this.open());
    });
    source.addEventListener("error", () => {
      // The browser tries again by itself unless it was refused; then the page asks now and then.
      if (source.readyState !== EventSource.CLOSED) return;
      this.close();
      this.later(() => this.poll());
    });
  },

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  },

  later(step) {
    clearTimeout(this.timer);
    this.timer = setTimeout(step, 30_000);
  },

  async poll() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${base}/events?wait=0&since=${this.revision}`, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (answer.redirected || answer.status === 401 || answer.status === 403) return this.say("This session has ended.", "stale");
      if (answer.ok) {
        const event = await answer.json();
        this.say(null, "ended");
        if (event.revision !== undefined && (event.revision !== this.revision || event.set !== this.set)) {
          this.set = event.set;
          this.change(event);
        }
      }
    } catch {
      // The program does not answer: ask again later.
    }
    if (!this.source && !document.hidden) this.later(() => this.poll());
  },

  // However many events come, one page is fetched at a time, and one more after it.
  async change(event) {
    if (event.revision !== undefined) this.revision = event.revision;
    if (event.set !== undefined && event.set === body.dataset.set) return;
    if (this.isBusy) return void (this.again = event);
    this.isBusy = true;
    try {
      if (this.isKept()) this.tell(event);
      else await this.refresh(event);
    } catch {
      this.tell(event);
    }
    this.isBusy = false;
    const next = this.again;
    this.again = null;
    if (next) this.change(next);
  },

  // Whether somebody typed something on this page that is not saved: now, or in a form that came back.
  isKept() {
    return [...document.querySelectorAll("form[data-keeps-input]")].some((form) => form.querySelector(".field.typed") || isChanged(form));
  },

  async refresh(event) {
    const answer = await fetch(location.href, { headers: { "X-Live": "1", Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const fresh = parse(await answer.text());
    if (this.isKept() || fresh.body.dataset.page !== body.dataset.page) return this.tell(event);
    const changed = new Set();
    let isWhole = true;
    for (const list of document.querySelectorAll("[data-live-list]")) {
      const other = fresh.querySelector(`[data-live-list="${CSS.escape(list.dataset.liveList)}"]`);
      if (!other) { isWhole = false; continue; }
      const [before, after] = [list, other].map((node) => [...node.children].map((child) => child.dataset.key));
      if (before.join("\n") === after.join("\n")) continue;
      if (list.contains(document.activeElement)) { isWhole = false; continue; }
      const present = new Set(before);
      list.replaceChildren(...[...other.children].map((child) => document.adoptNode(child)));
      for (const child of list.children) if (!present.has(child.dataset.key)) changed.add(child);
    }
    // The innermost first, so that a mark is no larger than what changed.
    for (const node of [...document.querySelectorAll("[data-live-id]")].reverse()) {
      const other = fresh.querySelector(`[data-live-id="${CSS.escape(node.dataset.liveId)}"]`);
      if (other) renew(node, other, changed);
    }
    if (!fresh.querySelector(".fetching")) document.querySelector(".fetching")?.parentElement.remove();
    for (const name of ["revision", "set", "csrf"]) {
      if (fresh.body.dataset[name] !== undefined) body.dataset[name] = fresh.body.dataset[name];
    }
    this.revision = Math.max(this.revision, Number(body.dataset.revision));
    for (const preview of previews) preview.follow(fresh);
    if (isWhole) this.say(null, "stale");
    else this.tell(event);
    if (changed.size === 0) return;
    this.mark(changed);
    const total = document.querySelector("[data-live-id=total]")?.textContent.replace(/\s+/g, " ").trim();
    announce(total ? `Figures updated: ${total}` : "Figures updated.");
  },

  mark(nodes) {
    if (calm.matches) return;
    for (const node of nodes) node.classList?.add("changed");
    setTimeout(() => { for (const node of nodes) node.classList?.remove("changed"); }, 2000);
  },

  // What changed, for a page that keeps what was typed.
  tell(event) {
    const time = event.at?.match(/T(\d\d:\d\d)/)?.[1] ?? event.at;
    this.say(event.by ? `Changed by ${event.by}${time ? `, ${time}` : ""}.` : "The figures have changed.", "stale", "Show");
  },

  // Shows a sentence; null takes away one of that kind.
  say(text, kind, action) {
    const bar = document.querySelector(".live-bar");
    if (!bar || (text === null && bar.dataset.kind !== kind)) return;
    bar.hidden = text === null;
    bar.dataset.kind = kind;
    bar.replaceChildren(text ?? "");
    if (text === null) return;
    if (action) {
      const link = document.createElement("a");
      link.href = location.pathname + location.search;
      link.textContent = action;
      bar.append(" ", link);
    }
    announce(text);
  },
};

if (!Number.isNaN(live.revision) && document.querySelector(".live-bar")) {
  const follow = () => (document.hidden ? live.close() : live.open());
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => live.close());
  addEventListener("pageshow", follow);
  follow();
}

for (const chip of document.querySelectorAll("[data-fills]")) {
  chip.addEventListener("click", () => {
    const field = document.getElementById(chip.dataset.fills);
    field.value = chip.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// Keys, unless somebody types: / searches, the others follow a link of the bar.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(controls)) return;
  const link = document.querySelector(`[data-key-for="${CSS.escape(event.key)}"]`);
  if (link) location.href = link.href;
});

// Paper shows what is folded up.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const node of folded) node.open = true;
});
addEventListener("afterprint", () => { for (const node of folded) node.open = false; });
