// Conveniences: sliders of shares, currencies beside amounts, values of charts under the pointer, and copies for reading offline.

const root = document.documentElement;
const base = document.body.dataset.base ?? "";

// What was wrong with a field is not said of what is typed since: the preview and the next save say it anew.
for (const field of document.querySelectorAll(".field.has-issues")) {
  field.addEventListener("input", () => {
    const control = field.querySelector("input, select, textarea");
    for (const issue of field.querySelectorAll(".issue")) issue.remove();
    field.classList.remove("has-issues");
    control.removeAttribute("aria-invalid");
    const described = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => document.getElementById(id));
    if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
    else control.removeAttribute("aria-describedby");
    for (const link of document.querySelectorAll(`.issue-summary a[href="#${CSS.escape(control.id)}"]`)) {
      const summary = link.closest(".issue-summary");
      link.closest("li").remove();
      if (!summary.querySelector("li")) summary.remove();
    }
  }, { once: true });
}

// The currency beside an amount is that of the choice it belongs to.
for (const unit of document.querySelectorAll("[data-unit-of]")) {
  const choice = document.getElementById(unit.dataset.unitOf);
  const follow = () => { unit.textContent = choice.selectedOptions[0]?.dataset.unit ?? ""; };
  choice.addEventListener("input", follow);
  addEventListener("pageshow", follow);
}

// Sliders of shares: they write a percentage into the field beside them, and follow one that is typed there.

for (const range of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(range.dataset.share);
  if (!field) continue;
  range.addEventListener("input", () => {
    field.value = range.value === "0" ? "" : `${range.value}%`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const follow = () => {
    const isShare = /^\d+([.,]\d+)?%$/.test(field.value);
    if (document.activeElement !== range) range.value = isShare ? field.value.replace(",", ".").slice(0, -1) : "0";
    // An amount and the rest are no share that the slider could show.
    range.classList.toggle("weak", field.value !== "" && !isShare);
  };
  field.addEventListener("input", follow);
  addEventListener("pageshow", follow);
}

// Texts that are passed on.

for (const button of document.querySelectorAll("[data-copies], [data-shares]")) {
  const text = document.getElementById(button.dataset.copies ?? button.dataset.shares)?.textContent;
  const shares = "shares" in button.dataset;
  button.hidden = shares ? !navigator.share : !navigator.clipboard;
  button.addEventListener("click", async () => {
    try {
      if (shares) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      }
    } catch {
      // Whoever closes the list of programs shares nothing.
    }
  });
}

// Values under the pointer: the row of the picture's own table whose day is nearest. Arrow keys go from row to row.

for (const figure of document.querySelectorAll("figure.chart")) {
  if (!figure.querySelector(".cst-plot") || !figure.querySelector("tbody time")) continue;
  const values = document.createElement("p");
  values.className = "chart-values";
  values.setAttribute("role", "status");
  values.textContent = "\u00a0";
  figure.insertBefore(values, figure.querySelector("details, figcaption"));
  let place = -1;
  const days = () => [...figure.querySelectorAll("tbody tr")].flatMap((row) => {
    const time = row.querySelector("time");
    return time ? [{ day: Date.parse(time.dateTime) / 864e5, row }] : [];
  }).sort((one, other) => one.day - other.day);
  const show = (all, index) => {
    const { day, row } = all[(place = Math.max(0, Math.min(all.length - 1, index)))];
    const words = [...row.cells].map((cell) => `${cell.dataset.label ?? ""} ${cell.textContent.trim()}`.trim());
    values.textContent = words.join(" · ");
    for (const plot of figure.querySelectorAll(".cst-plot")) {
      const [x, width] = [Number(plot.getAttribute("x")), Number(plot.getAttribute("width"))];
      const [from, to] = [Number(plot.dataset.from), Number(plot.dataset.to)];
      let cursor = plot.parentNode.querySelector(".chart-cursor");
      if (!cursor) {
        cursor = plot.cloneNode();
        cursor.setAttribute("class", "chart-cursor");
        cursor.setAttribute("width", 1);
        plot.after(cursor);
      }
      cursor.setAttribute("x", x + width * Math.max(0, Math.min(1, (day - from) / (to - from))));
    }
  };
  for (const svg of figure.querySelectorAll("svg")) {
    svg.tabIndex = 0;
    const point = (event) => {
      const plot = svg.querySelector(".cst-plot");
      const all = days();
      if (!plot || all.length === 0) return;
      const box = svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
      const share = (x - Number(plot.getAttribute("x"))) / Number(plot.getAttribute("width"));
      const day = Number(plot.dataset.from) + share * (Number(plot.dataset.to) - Number(plot.dataset.from));
      // What holds on a day is what was so last.
      const later = all.findIndex((one) => one.day > day);
      show(all, (later < 0 ? all.length : later) - 1);
    };
    svg.addEventListener("pointermove", point);
    svg.addEventListener("pointerdown", point);
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      const all = days();
      if (step === undefined || all.length === 0) return;
      event.preventDefault();
      show(all, place < 0 ? all.length - 1 : place + step);
    });
  }
}

// Copies

const worker = document.body.dataset.worker;
if ("serviceWorker" in navigator) {
  if (worker) {
    // A browser that does not know the certificate keeps none.
    navigator.serviceWorker.register(worker).then(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller && sessionStorage.getItem(`copied:${base}`)) return;
      sessionStorage.setItem(`copied:${base}`, "1");
      const needed = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")];
      const here = location.href.split("#")[0];
      active.postMessage([...needed.map((node) => node.href ?? node.src), here]);
    }).catch(() => {});
  } else {
    // Other programs of the same host keep theirs.
    const own = new URL(`${base}/`, location).href;
    navigator.serviceWorker.getRegistrations().then((all) => all.filter((one) => one.scope === own).forEach((one) => one.unregister()));
    for (const name of ["pages", "files"]) caches.delete(`cst-${name}:${base}/`);
  }
}

// A copy gives way to the page as soon as the program answers.
if ("offline" in root.dataset) {
  const look = async () => {
    const answer = await fetch(`${base}/health/live`, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener("online", look);
  setInterval(() => { if (!document.hidden) look(); }, 5000);
}
