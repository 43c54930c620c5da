// The bracket of an event: follow an entrant or a loser by pointer, walk by keys, fill the screen, print.
(() => {
	"use strict";
	const $ = (selector, root = document) => root.querySelector(selector);
	const all = (selector, root = document) => [...root.querySelectorAll(selector)];
	const body = document.body;

	// ---- the bracket: follow an entrant, walk by keys
	let pinned = null;
	let shown = null;
	const follow = () => {
		const whom = shown || pinned;
		if (!whom) return;
		for (const node of all(".bracket [data-e], .nodes [data-e]")) node.classList.toggle("f", node.dataset.e === whom);
	};
	const clear = () => {
		for (const node of all(".bracket [data-e], .nodes [data-e]")) node.classList.toggle("f", node.hasAttribute("data-own"));
	};
	body.addEventListener("pointerover", (event) => {
		const row = event.target.closest && event.target.closest(".bracket .row[data-e]");
		if (row) { shown = row.dataset.e; follow(); } else if (shown) { shown = null; clear(); follow(); }
	});
	// ---- the way of a loser: shown for its match, or for the slot it drops into
	const touches = (drop, node, row) => {
		const [from, to, slot] = drop.dataset.d.split(" ");
		return node.id === from || (node.id === to && (!row || all(".row", node)[slot] === row));
	};
	const light = (node, row) => {
		const on = node || document.activeElement.closest(".bracket a.node");
		for (const drop of all(".bracket .drop")) drop.classList.toggle("on", !!on && touches(drop, on, row));
	};
	body.addEventListener("pointerover", ({ target }) => light(target.closest("a.node"), target.closest(".row")));
	body.addEventListener("focusin", ({ target }) => light(target.closest("a.node")));
	body.addEventListener("focusout", () => setTimeout(light));
	// A finger cannot hover: its first tap shows the way, its second opens the match.
	let tapped = "";
	body.addEventListener("click", (event) => {
		const node = event.target.closest(".bracket a.node");
		if (event.pointerType !== "touch" || !node || node.id === tapped) return;
		if (!all(".bracket .drop").some((drop) => touches(drop, node))) return;
		event.preventDefault();
		tapped = node.id;
	});
	const links = () => all(".bracket a.node");
	const roving = (root) => {
		const nodes = all(".bracket a.node", root);
		if (!nodes.length) return;
		const active = document.activeElement;
		const home = nodes.includes(active) ? active : $(".bracket a.node.live", root) || nodes[nodes.length - 1];
		for (const node of nodes) node.setAttribute("tabindex", node === home ? "0" : "-1");
	};
	const step = (node, key) => {
		const nodes = all("a.node", node.closest("svg"));
		const column = nodes.filter((one) => one.dataset.c === node.dataset.c);
		const at = column.indexOf(node);
		if (key === "ArrowDown") return column[at + 1];
		if (key === "ArrowUp") return column[at - 1];
		if (key === "Home") return nodes[0];
		if (key === "End") return nodes[nodes.length - 1];
		const feeds = (one) => (one.dataset.from || "").split(" ");
		const beside = (by) => nodes.filter((one) => +one.dataset.c === +node.dataset.c + by)[at];
		if (key === "ArrowRight") return links().find((one) => feeds(one).includes(node.id)) || beside(1);
		if (key === "ArrowLeft") return links().find((one) => feeds(node).includes(one.id)) || beside(-1);
		return null;
	};
	const typing = (target) => target.closest("input, select, textarea, [contenteditable]");
	body.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
		const node = event.target.closest("a.node");
		const next = node && step(node, event.key);
		if (next) {
			event.preventDefault();
			node.setAttribute("tabindex", "-1");
			next.setAttribute("tabindex", "0");
			next.focus();
		}
	});
	// ---- full screen and print; what holds the bracket outlives its swaps
	const area = $("#bracket") && $("#bracket").parentElement;
	const canFill = area && document.fullscreenEnabled;
	const fill = () => (document.fullscreenElement ? document.exitFullscreen() : area.requestFullscreen());
	for (const button of all("[data-print]")) button.hidden = false;
	for (const button of all("[data-full]")) button.hidden = !canFill;
	body.addEventListener("click", (event) => {
		if (event.target.closest("[data-print]")) print();
		if (event.target.closest("[data-full]")) fill();
	});
	body.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
		if (canFill && event.key.toLowerCase() === "f") fill();
	});
	body.addEventListener("htmx:load", (event) => {
		roving(event.detail.elt);
		follow();
		light();
	});
	roving(document);
})();
