// A seat of one's own: choosing cards, what the button says, keys, sending a turn. Posts do the rest.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const form = $("#play");
  const title = document.title;
  let order = 0, walked = -1, timer, kept, sending = false;

  const inputs = () => all("#play :is([name=card], [name=take])");
  const chosen = () => inputs().filter((one) => one.checked);
  const key = () => chosen().map((one) => (one.name === "take" ? ">" : "") + one.value).sort().join(" ");
  const say = (text) => { const why = $("#why"); if (why && why.textContent !== text) why.textContent = text; };

  // ---- the words on buttons: known for listed plays, asked of the server for others
  const label = (button, text, ready) => {
    button.firstElementChild.textContent = text.replace("!", "");
    button.setAttribute("aria-disabled", !ready);
    button.hidden = !text;
    if (button.id !== "go") button.classList.toggle("primary", text[0] === "!");
  };
  const update = () => {
    const now = key();
    clearTimeout(timer);
    for (const one of inputs()) if (one.type === "checkbox") {
      one.setAttribute("role", "button");
      one.setAttribute("aria-pressed", one.checked);
    }
    for (const one of all("[data-choose]")) one.setAttribute("aria-pressed", one.dataset.choose === now);
    let asks = now !== "";
    for (const button of all("[data-none]")) {
      const words = JSON.parse(button.dataset.plays || "{}")[now];
      if (words) asks = false;
      label(button, words || button.dataset.none, Boolean(words));
    }
    for (const one of all("[data-words]")) one.textContent = JSON.parse(one.dataset.words)[now] || "";
    for (const one of all("[data-tick]")) one.classList.toggle("on", one.dataset.tick === now);
    say("");
    if (asks && $("#go")) timer = setTimeout(ask, 60);
  };
  const ask = async () => {
    const now = key();
    const fields = new URLSearchParams(chosen().map((one) => [one.name, one.value]));
    const answer = await fetch(`${form.dataset.check}?${fields}`).then((got) => got.json(), () => null);
    if (!answer || now !== key() || !$("#go")) return;
    label($("#go"), answer.label, answer.ready);
    say(answer.why);
  };
  const choose = (values) => {
    const left = values ? values.split(" ") : [];
    for (const one of inputs()) {
      const at = left.indexOf((one.name === "take" ? ">" : "") + one.value);
      one.checked = at >= 0;
      if (at >= 0) left.splice(at, 1);
    }
    update();
  };
  const next = () => {
    const listed = Object.keys(JSON.parse($("#go").dataset.plays || "{}"));
    const plays = listed.length ? listed : all("[data-choose]").map((one) => one.dataset.choose);
    if (plays.length) choose(plays[(walked = (walked + 1) % plays.length)]);
  };
  const sort = () => {
    const rows = all(".hand > div");
    const cards = rows.flatMap((row) => [...row.children]);
    const by = (label) => { const one = label.firstElementChild.dataset; return (order ? "shdc".indexOf(one.suit) * 100 : 0) + Number(one.n); };
    cards.sort((one, two) => by(one) - by(two));
    const half = Math.ceil(cards.length / rows.length);
    rows.forEach((row, at) => row.append(...cards.slice(at * half, (at + 1) * half)));
  };

  // ---- sending: the same turn again is safe, so a lost answer is cured by asking again
  const post = async (body) => {
    for (;;) {
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "panel" } });
        if (answer.status < 500) return answer;
      } catch { /* the link is down: once more */ }
      await new Promise((done) => setTimeout(done, 1000));
    }
  };
  const send = async (button) => {
    if (button.getAttribute("aria-disabled") === "true") return button.dataset.why ? say(button.dataset.why) : ask();
    const body = new URLSearchParams(new FormData(form, button));
    sending = true;
    button.firstElementChild ? (button.firstElementChild.textContent = "sending…") : (button.textContent = "sending…");
    const slow = setTimeout(() => say("Still sending; a retry is safe."), 2000);
    const answer = await post(body);
    clearTimeout(slow);
    sending = false;
    if (!answer.headers.get("X-Fragment")) return location.reload();
    kept = null;
    htmx.swap($("#panel"), await answer.text(), { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  };
  form?.addEventListener("submit", (event) => {
    if (!event.submitter?.hasAttribute("data-send")) return;
    event.preventDefault();
    if (!sending) send(event.submitter);
  });
  form?.addEventListener("change", update);
  form?.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.choose) choose(button.dataset.choose);
    if (button.id === "clear") choose("");
    if (button.id === "next") next();
    if (button.id === "sort") { order = 1 - order; sort(); }
  });

  // ---- swaps hold back what is half chosen
  document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (event.target.id !== "panel") return;
    kept = { ids: chosen().map((one) => one.id), open: all("#panel details[open]").map((one) => one.id), focus: document.activeElement.id };
  });
  document.body.addEventListener("htmx:load", (event) => {
    if (!["panel", "felt"].includes(event.detail.elt.id)) return;
    if (event.detail.elt.id === "panel") ready(kept);
    update();
  });
  const ready = (before) => {
    kept = null;
    walked = -1;
    document.title = $("#panel")?.dataset.title ? `${$("#panel").dataset.title} · Podium` : title.replace(/^\(1\) your turn, /, "");
    if (before) {
      for (const id of [...before.ids, ...before.open]) {
        const one = document.getElementById(id);
        if (one) one[one.tagName === "DETAILS" ? "open" : "checked"] = true;
      }
      if (before.focus) document.getElementById(before.focus)?.focus();
    }
    if (order) sort();
    if ($("#letters")) $("#letters").checked = localStorage.letters !== "off";
    const chip = $("[data-verify-now]");
    if (chip) import(chip.dataset.verifyNow).then((one) => one.check(chip));
  };
  document.addEventListener("change", (event) => {
    if (event.target.id === "letters") localStorage.letters = event.target.checked ? "on" : "off";
  });

  // ---- keys: what has data-key answers to it; several cards of one rank take turns
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const where = event.target.closest("select, textarea, button, a, summary, input");
    const card = where?.matches("[name=card], [name=take]");
    if (where && !card && (event.key === "Enter" || !where.matches("button, a, summary, [type=checkbox]"))) return;
    const name = event.key.length > 1 ? event.key : event.key.toLowerCase().replace("0", "t");
    if (name.length === 1 && name !== "?" && localStorage.letters === "off") return;
    if (name === "l" && $("#log .log")) $("#log .log").focus();
    const turned = { ArrowLeft: "a[rel=prev]", ArrowRight: "a[rel=next]" }[name];
    if (turned && !card) $(turned)?.click();
    const found = all(`[data-key="${CSS.escape(name)}"]`).filter((one) => one.offsetParent);
    if (!found.length) return;
    event.preventDefault();
    const one = found.find((each) => !each.checked) || found[0];
    if (one.name === "card") {
      if (one.checked && one.type === "checkbox") for (const each of found) each.checked = false;
      else one.checked = true;
      update();
    } else one.click();
  });
  if (form) { ready(null); update(); }
})();
