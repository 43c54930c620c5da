// Clocks, the reader's own time zone, the state of the stream, and keys. Every page reads without it.
(() => {
	"use strict";
	const $ = (selector, root = document) => root.querySelector(selector);
	const all = (selector, root = document) => [...root.querySelectorAll(selector)];

	// ---- clocks: counted from (deadline - server's now) at the moment a message came in
	const ends = new WeakMap();
	const endOf = (node) => {
		const key = node.dataset.deadline + "/" + node.dataset.now;
		const known = ends.get(node);
		if (known && known.key === key) return known.at;
		const at = performance.now() + (Number(node.dataset.deadline) - Number(node.dataset.now));
		ends.set(node, { key, at });
		return at;
	};
	const left = (seconds) => {
		if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
		const pad = (number) => String(number).padStart(2, "0");
		if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))}`;
		return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
	};
	const tick = () => {
		for (const node of all("[data-deadline]")) {
			const rest = endOf(node) - performance.now();
			if (node.dataset.patience) {
				const share = Math.min(Math.max(rest / Number(node.dataset.patience), 0), 1);
				node.setAttribute("width", `${(share * 100).toFixed(1)}%`);
				continue;
			}
			const seconds = Math.max(0, Math.ceil(rest / 1000));
			const text = rest < -1000 ? "time is up" : left(seconds);
			if (node.textContent !== text) {
				node.textContent = text;
				node.dispatchEvent(new CustomEvent("seconds", { detail: seconds, bubbles: true }));
			}
			node.classList.toggle("late", seconds <= 10);
		}
	};

	// ---- instants in the reader's zone
	const day = { day: "numeric", month: "short", year: "numeric" };
	const hour = { hour: "2-digit", minute: "2-digit", hour12: false };
	const localise = (root) => {
		for (const node of all("time[data-when]", root)) {
			const at = new Date(node.dateTime);
			const near = at.toDateString() === new Date().toDateString();
			const style = node.dataset.when === "date" ? day : near ? hour : { day: "numeric", month: "short", ...hour };
			node.textContent = new Intl.DateTimeFormat("en-GB", style).format(at);
			node.title = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format(at);
		}
	};

	// ---- the stream: silence of 15 s, or an error for 3 s, is told; so is its return
	const notice = $("#link");
	let heard = performance.now(), failed = 0, over = !$("main[sse-connect]"), told = false;
	const hear = () => {
		heard = performance.now();
		failed = 0;
		if (told) {
			told = false;
			notice.className = "notice done";
			notice.textContent = "Connected again, all up to date.";
			setTimeout(() => { notice.hidden = !told; }, 3000);
		}
	};
	const watch = () => {
		if (over || !notice) return;
		const now = performance.now();
		const lost = now - heard > 15000 || (failed && now - failed > 3000);
		const since = Math.round((now - heard) / 1000);
		if (!lost || (told && since % 5)) return;
		told = true;
		notice.hidden = false;
		notice.className = "notice";
		notice.textContent = `Not connected for ${since} s. What you see may be old; clocks run on from the last word we had. `;
		notice.append(Object.assign(document.createElement("a"), { href: location.href, textContent: "Try now" }));
	};
	const body = document.body;
	body.addEventListener("htmx:sseOpen", (event) => {
		hear();
		event.detail.source.addEventListener("ping", hear);
	});
	body.addEventListener("htmx:sseError", () => { failed ||= performance.now(); });
	body.addEventListener("htmx:sseClose", (event) => { if (event.detail.type === "message") over = true; });

	// ---- held back: what is open or scrolled outlives a swap; new content is made ready
	const kept = new Map();
	const scrolled = (unit) => all(".draw,.log,.scroll", unit);
	body.addEventListener("htmx:sseBeforeMessage", ({ target: unit }) => {
		hear();
		kept.set(unit.id, {
			open: unit.tagName === "DETAILS" && unit.open,
			scroll: scrolled(unit).map((node) => [node.scrollLeft, node.scrollTop]),
		});
	});
	body.addEventListener("htmx:load", (event) => prepare(event.detail.elt));
	const prepare = (unit) => {
		const before = kept.get(unit.id);
		kept.delete(unit.id);
		if (before) {
			if (before.open) unit.open = true;
			scrolled(unit).forEach((node, number) => {
				if (before.scroll[number]) [node.scrollLeft, node.scrollTop] = before.scroll[number];
			});
		}
		localise(unit);
		verify();
		tick();
	};

	body.addEventListener("keydown", ({ key, target }) => {
		if (key === "m" && !target.closest("input,select,textarea")) $("#me")?.scrollIntoView({ block: "center" });
	});

	// ---- on a narrow screen the log and the rules open as a sheet
	const sheet = $("#sheet");
	for (const link of all("[data-sheet]")) link.addEventListener("click", async (event) => {
		if (innerWidth > 719) return;
		event.preventDefault();
		const read = async () => new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
		sheet.lastChild.replaceChildren(link.hash ? $(link.hash) : $(".prose", await read()));
		sheet.showModal();
	});
	sheet?.addEventListener("close", () => { if ($("#side", sheet)) $(".cols").append($("#side")); });

	// ---- small helpers of single pages
	for (const button of all("[data-copy]")) {
		button.hidden = false;
		button.addEventListener("click", async () => {
			await navigator.clipboard.writeText($(`#${button.dataset.copy}`).textContent);
			$("#copied").textContent = "Copied";
		});
	}
	if ($("#jump") && $("#me")) $("#jump").hidden = false;
	const reveal = $(".reveal");
	if (reveal) {
		reveal.focus();
		let has = false;
		for (const link of all("[data-leave]")) link.addEventListener("click", () => { has = true; });
		window.addEventListener("beforeunload", (event) => { if (!has) event.preventDefault(); });
	}
	// A table that is over checks its own deal.
	const verify = () => {
		const chip = $("[data-verify-now]");
		if (chip) import(chip.dataset.verifyNow).then((verifier) => verifier.check(chip));
	};
	verify();
	localise(document);
	tick();
	setInterval(tick, 250);
	setInterval(watch, 1000);
})();
