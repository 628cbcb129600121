// Adopting a signature or initials: by typing, shown in three handwriting faces, by drawing, or from a picture.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { handFor } from "./hand.js";
import { Hint } from "./hint.js";
import { placesOf } from "./placing.js";
import { remembering } from "./remembering.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * One way to make a signature.
 * @typedef {object} Way
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} panel
 * @property {() => void} shown called when its panel comes into sight
 * @property {() => Promise<object>} artwork what to send to the host; throws a `Hint` where there is nothing yet
 * @property {(artwork: Record<string, any>) => void} restore begins with what was sent to the host before
 */

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @param {Tab|null} origin the field that the person came from
 * @param {() => void} [adopted] called after the adoption where there is no such field
 */
export function openAdoption(ceremony, kind, origin, adopted = () => {}) {
    const { state, memory } = ceremony;
    const hand = handFor(ceremony, kind);
    const remember = memory && remembering(memory, kind, state.session.recipient.email);
    const { ways } = hand;
    let { chosen } = hand;
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
    const isTakenBack = origin !== null && !origin.required && state.isDone(origin);
    const takeBack = isTakenBack
        ? element("button", { type: "button", class: "take-back", onclick: empty }, text("adopt.takeBack"))
        : null;
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"));
    const confirm = element("button", { type: "submit", class: "primary" }, text("adopt.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "adopt",
        title: text(`adopt.${kind}.title`),
        content: [
            element("div", { class: "consequences quiet-text" },
                ...consequences(state, kind, origin).map((sentence) => element("p", {}, sentence))),
            tabList,
            ...ways.map((way) => way.panel),
            remember && remember.element,
            element("p", { class: "agreement quiet-text" }, text("adopt.agreement")),
        ],
        buttons: [takeBack, cancel, confirm],
        onSubmit: submit,
    });
    choose(chosen);

    /** @param {Way} way */
    function choose(way) {
        chosen = hand.chosen = way;
        showProblem("");
        ways.forEach((other, index) => {
            other.panel.hidden = other !== way;
            tabs[index].setAttribute("aria-selected", String(other === way));
            tabs[index].tabIndex = other === way ? 0 : -1;
        });
        way.shown();
    }

    /** Takes the artwork out of the optional field that the person came from. */
    function empty() {
        if (origin === null) {
            return;
        }
        const current = state.tab(origin);
        ceremony.saving.enter(current, "false");
        ceremony.saving.save(current);
        dialog.close();
        ceremony.announcer.say(text("field.takenBack", { label: current.label }));
    }

    async function submit() {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        confirm.setAttribute("aria-busy", "true");
        showProblem("");
        try {
            const made = await chosen.artwork();
            const session = await ceremony.api.adopt({ kind, ...made, ...origin && { field: origin.id } }, key);
            remember?.note(made);
            state.update((changing) => { changing.session = session; });
            ceremony.announcer.withdraw("action");
            dialog.close();
            if (origin !== null) {
                ceremony.announcer.say(text("adopt.done", { progress: state.progressText }));
            }
            adopted();
        } catch (failure) {
            key = newKey();
            showProblem(failure instanceof Hint ? failure.message : ceremony.sentence(failure));
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

/**
 * What else the adoption changes, and what stays to be done, as sentences. Only fields that are shown count.
 * @param {State} state
 * @param {AdoptionKind} kind
 * @param {Tab|null} origin
 * @returns {string[]}
 */
function consequences(state, kind, origin) {
    const others = placesOf(state, kind).filter((tab) => tab.id !== origin?.id);
    const replaced = others.filter((tab) => state.isDone(tab)).length;
    const left = others.filter((tab) => tab.required && !state.isDone(tab)).length;
    const sentences = [];
    if (replaced > 0) {
        sentences.push(text(`adopt.${kind}.replaced`, { count: replaced }));
    }
    if (left > 0) {
        sentences.push(text(`adopt.${kind}.left`, { count: left }));
    }
    if (others.some((tab) => !tab.required && !state.isDone(tab))) {
        sentences.push(text("adopt.optional"));
    }
    return sentences;
}
