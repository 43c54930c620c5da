// A seat of one's own: cards, the button's words, keys, sending.
(() => {
	const $ = (selector) => document.querySelector(selector);
	const all = (selector) => [...document.querySelectorAll(selector)];
	const form = $("#play");
	let order = 0, walked = -1, sending = false, timer, kept;

	const inputs = () => all("#play :is([name=card], [name=take])");
	const chosen = () => inputs().filter((one) => one.checked);
	const key = () => chosen().map((one) => one.value).sort().join(" ");
	const say = (text) => { if ($("#why")) $("#why").textContent = text; };

	// ---- words on buttons: sent with the page, or asked for
	const label = (button, text, ready) => {
		button.firstElementChild.textContent = text.replace("!", "");
		button.setAttribute("aria-disabled", !ready);
		button.hidden = !text;
		if (button.id !== "go") button.classList.toggle("primary", text[0] === "!");
	};
	const update = () => {
		const now = key();
		let known = !now;
		for (const one of all("#play [type=checkbox][name=card]")) {
			one.setAttribute("role", "button");
			one.setAttribute("aria-pressed", one.checked);
		}
		for (const one of all("[data-choose]")) one.setAttribute("aria-pressed", one.dataset.choose === now);
		for (const one of all("[data-words]")) one.textContent = JSON.parse(one.dataset.words)[now];
		for (const one of all("[data-tick]")) one.classList.toggle("on", one.dataset.tick === now);
		for (const one of all("[data-none]")) {
			const words = JSON.parse(one.dataset.plays || "{}")[now];
			known ||= words;
			label(one, words || one.dataset.none, !!words);
		}
		say("");
		clearTimeout(timer);
		if (!known && $("#go")) timer = setTimeout(ask, 60);
	};
	const ask = async () => {
		const now = key();
		const fields = new URLSearchParams(chosen().map(({ name, value }) => [name, value]));
		const answer = await fetch(`${form.dataset.check}?${fields}`).then((got) => got.json()).catch(() => 0);
		if (!answer || now !== key() || !$("#go")) return;
		label($("#go"), answer.label, answer.ready);
		say(answer.why);
	};
	const choose = (values) => {
		const left = values.split(" ");
		for (const one of inputs()) {
			const at = left.indexOf(one.value);
			one.checked = at >= 0;
			if (at >= 0) left.splice(at, 1);
		}
		update();
	};
	const next = () => {
		const listed = Object.keys(JSON.parse($("#go").dataset.plays || "{}"));
		const plays = listed[0] ? listed : all("[data-choose]").map((one) => one.dataset.choose);
		if (plays[0]) choose(plays[(walked = (walked + 1) % plays.length)]);
	};
	const sort = () => {
		const rank = ({ firstChild: { dataset } }) => order * "shdc".indexOf(dataset.suit) * 100 + +dataset.n;
		const cards = all(".tap").sort((one, two) => rank(one) - rank(two));
		const rows = all(".hand > div");
		const share = Math.ceil(cards.length / rows.length);
		for (const row of rows) row.append(...cards.splice(0, share));
	};

	// ---- the same turn again is safe: a lost answer is cured by asking again
	const post = async (body) => {
		for (;;) {
			try {
				const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "panel" } });
				if (answer.status < 500) return answer;
			} catch { /* once more */ }
			await new Promise((done) => setTimeout(done, 1000));
		}
	};
	const send = async (button) => {
		if (button.ariaDisabled === "true") return button.dataset.why ? say(button.dataset.why) : ask();
		const body = new URLSearchParams(new FormData(form, button));
		sending = true;
		(button.firstElementChild || button).textContent = "sending…";
		const slow = setTimeout(say, 2000, "Still sending; a retry is safe.");
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
	form?.addEventListener("change", ({ target: { id, checked } }) => {
		if (id === "letters") localStorage.letters = checked ? "on" : "off";
		update();
	});
	form?.addEventListener("click", (event) => {
		const { id, dataset } = event.target.closest("button") || form;
		if (dataset.choose) choose(dataset.choose);
		if (id === "clear") choose("");
		if (id === "next") next();
		if (id === "sort") { order = 1 - order; sort(); }
	});

	// ---- swaps keep what is chosen, open or in focus
	document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
		if (event.target.id !== "panel") return;
		kept = { on: [...chosen(), ...all("#panel [open]")].map(({ id }) => id), focus: document.activeElement.id };
	});
	document.body.addEventListener("htmx:load", ({ detail: { elt: { id } } }) => {
		if (id === "panel") ready();
		if (id === "panel" || id === "felt") update();
	});
	const ready = () => {
		walked = -1;
		document.title = $("#panel").dataset.title;
		$("#left-30").textContent = $("#panel.turn h2")?.textContent || "";
		for (const id of kept?.on || []) {
			const one = $(`#${id}`);
			if (one) one[one.tagName === "DETAILS" ? "open" : "checked"] = true;
		}
		if (kept?.focus) $(`#${kept.focus}`)?.focus();
		kept = null;
		if (order) sort();
		if ($("#letters")) $("#letters").checked = localStorage.letters !== "off";
	};

	// ---- the own clock is said aloud when it falls to 30 s and to 10 s; then it may beep, once
	let clock = {};
	form?.addEventListener("seconds", ({ detail: rest, target: { dataset: { deadline } } }) => {
		const at = [10, 30].find((one) => rest <= one && clock.deadline === deadline && clock.rest > one);
		clock = { deadline, rest };
		if (!at) return;
		$(`#left-${at}`).textContent = `${at} seconds left.`;
		if (at === 10) beep();
	});
	// Closed soon after: where the browser allows no sound yet, none must come late.
	const beep = () => {
		if (!+localStorage.sound) return;
		const audio = new AudioContext();
		const tone = new OscillatorNode(audio, { frequency: 660 });
		tone.connect(new GainNode(audio, { gain: .2 })).connect(audio.destination);
		tone.start();
		tone.stop(.2);
		setTimeout(() => audio.close(), 600);
	};
	const sound = $("#sound");
	const tell = () => { sound.textContent = +localStorage.sound ? "Sound on" : "Sound off"; };
	sound?.addEventListener("click", () => { localStorage.sound ^= 1; tell(); beep(); });

	// ---- what has data-key answers to it; cards of one rank take turns
	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
		const where = event.target.closest("select, button, a, summary, input");
		const card = where?.matches("[name=card], [name=take]");
		if (where && !card && (event.key === "Enter" || !where.matches("button, a, summary, [type=checkbox]"))) return;
		const name = event.key.length > 1 ? event.key : event.key.toLowerCase().replace("0", "t");
		if (name.length === 1 && name !== "?" && localStorage.letters === "off") return;
		if (name === "l") $(".log")?.focus();
		const turned = { ArrowLeft: "prev", ArrowRight: "next" }[name];
		if (turned && !card) $(`a[rel=${turned}]`)?.click();
		const found = all(`[data-key="${CSS.escape(name)}"]`).filter((one) => one.offsetParent);
		if (!found.length) return;
		event.preventDefault();
		const one = found.find((each) => !each.checked) || found[0];
		if (one.name !== "card") return one.click();
		if (one.checked && one.type === "checkbox") for (const each of found) each.checked = false;
		else one.checked = true;
		update();
	});
	if (form) { ready(); update(); }
	if (sound) tell();
})();
