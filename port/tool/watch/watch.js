// Replaces the numbers each second, and a heap's picture when there is a new map. The picture does
// not change while the reader points at it.
const byId = (id) => document.getElementById(id);

function place(part) {
	if (!byId(part.id)) {
		const section = part.cloneNode();

		section.append(document.createElement("div"), document.createElement("div"));
		section.lastChild.className = "arena";
		delete section.dataset.map;
		byId("heaps").append(section);
	}
	return byId(part.id);
}

async function show(part) {
	const section = place(part), [numbers, arena] = section.children;
	const map = part.dataset.map;

	numbers.innerHTML = part.innerHTML;
	if (map === "0" || map === section.dataset.map || arena.matches(":hover"))
		return;
	arena.innerHTML = await (await fetch(`/arena.svg?heap=${part.dataset.heap}`)).text();
	section.dataset.map = map;
}

async function follow() {
	try {
		const next = document.createElement("div");

		next.innerHTML = await (await fetch("/now")).text();
		for (const id of ["head", "last"])
			byId(id).replaceWith(next.querySelector("#" + id));
		for (const part of next.querySelectorAll("section"))
			await show(part);
	} catch (error) {
		if (!(error instanceof TypeError && /fetch/i.test(error.message)))
			throw error;
		byId("state").textContent = "the watch has ended; this is its last state";
		byId("state").className = "chip FAIL";
	} finally {
		setTimeout(follow, 1000);
	}
}
follow();
