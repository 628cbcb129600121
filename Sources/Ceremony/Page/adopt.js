// Adopting a signature or initials: by typing, shown in three handwriting faces, or by drawing.

import { newKey } from "./api.js";
import { drawnWay } from "./adoptdrawn.js";
import { typedWay } from "./adopttyped.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { Hint } from "./hint.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */

/**
 * One way to make a signature.
 * @typedef {object} Way
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} panel
 * @property {() => void} shown called when its panel comes into sight
 * @property {() => Promise<object>} artwork what to send to the host; throws a `Hint` where there is nothing yet
 */

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 */
export function openAdoption(ceremony, kind) {
    const { state } = ceremony;
    const wanted = kind === "signature" ? "signHere" : "initialHere";
    const count = state.session.tabs.filter((tab) => tab.kind === wanted).length;
    const ways = [typedWay(ceremony, kind), drawnWay(kind)];
    let chosen = ways[0];
    let key = newKey();

    const tabs = ways.map((way) => element("button", {
        type: "button", role: "tab", id: `way-${way.name}`, "aria-controls": way.panel.id,
        onclick: () => choose(way),
    }, way.label));
    const tabList = element("div", { class: "ways", role: "tablist", "aria-label": text("adopt.ways") }, ...tabs);
    tabList.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            const index = (ways.indexOf(chosen) + step + ways.length) % ways.length;
            choose(ways[index]);
            tabs[index].focus();
        }
    });
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    const confirm = element("button", { type: "submit", class: "primary" }, text("adopt.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "adopt",
        title: text(`adopt.${kind}.title`),
        content: [
            count > 1 ? element("p", { class: "quiet-text" }, text(`adopt.${kind}.places`, { count })) : null,
            tabList,
            ...ways.map((way) => way.panel),
            element("p", { class: "agreement quiet-text" }, text("adopt.agreement")),
        ],
        buttons: [cancel, confirm],
        onSubmit: submit,
    });
    choose(chosen);

    /** @param {Way} way */
    function choose(way) {
        chosen = way;
        showProblem("");
        ways.forEach((other, index) => {
            other.panel.hidden = other !== way;
            tabs[index].setAttribute("aria-selected", String(other === way));
            tabs[index].tabIndex = other === way ? 0 : -1;
        });
        way.shown();
    }

    async function submit() {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        confirm.setAttribute("aria-busy", "true");
        showProblem("");
        try {
            const artwork = { kind, ...await chosen.artwork() };
            const session = await ceremony.api.adopt(artwork, key);
            state.update((changing) => { changing.session = session; });
            ceremony.announcer.withdraw("action");
            dialog.close();
            ceremony.announcer.say(text("adopt.done", { progress: state.progressText }));
        } catch (failure) {
            key = newKey();
            showProblem(failure instanceof Hint ? failure.message : ceremony.sentence(failure));
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}
