// The form of a new event keeps what was typed while the answer that draws it anew was on its way.
(() => {
	"use strict";
	const typed = [];
	const held = (field) => field.type === "checkbox" && !field.checked ? undefined : field.value;
	document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
		for (const field of target.elements ?? []) {
			if (!field.name || ["hidden", "submit"].includes(field.type)) continue;
			if (held(field) !== requestConfig.parameters[field.name]) typed.push([field.name, held(field)]);
		}
	});
	document.addEventListener("htmx:load", ({ detail: { elt } }) => {
		for (const [name, value] of elt.elements ? typed.splice(0) : []) {
			const field = elt.elements[name];
			if (field?.type === "checkbox") field.checked = value !== undefined;
			else if (field) field.value = value;
		}
	});
})();
