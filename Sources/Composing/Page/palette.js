// The palette: whose field, which kind. A kind is put on a page by a tap there, by dragging it, or by a key.

import { element, icon, setAttribute } from "./dom.js";
import { inTurn, signs } from "./edits.js";
import { kindNames, kinds } from "./kinds.js";
import { hueClass, initials, nameOf } from "./people.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").FieldKind} FieldKind */

const threshold = 6; // pixels until a press on a kind is a drag

/**
 * @typedef {object} PaletteActs
 * @property {(kind: FieldKind, clientX: number, clientY: number) => void} drop puts a field at a place of the window
 * @property {(kind: FieldKind) => void} put puts a field in the middle of what is seen
 */

/**
 * @typedef {object} Palette
 * @property {HTMLElement} element
 * @property {() => void} show
 * @property {() => string|undefined} person whose fields are placed
 * @property {() => FieldKind|null} armed the kind that the next tap places
 * @property {(kind: FieldKind|null) => void} arm
 * @property {() => void} focus
 */

/**
 * @param {Composer} composer
 * @param {PaletteActs} acts
 * @returns {Palette}
 */
export function palette(composer, acts) {
    const { draft } = composer;
    /** @type {FieldKind|null} */
    let armed = null;
    const chip = element("span", { class: "badge", "aria-hidden": "true" });
    const choice = element("select", { id: "palette-person", onchange: show });
    const hint = element("p", { class: "palette-hint quiet-text", id: "palette-hint" }, text("palette.hint"));
    const middle = element("button", {
        type: "button", id: "palette-middle", class: "quiet",
        onclick: () => { if (armed !== null) { acts.put(armed); } },
    }, text("palette.middle"));
    /** @type {Map<FieldKind, HTMLElement>} */
    const buttons = new Map(kindNames.map((kind) => [kind, element("button", {
        type: "button", class: "kind", "aria-pressed": "false", "aria-describedby": "palette-hint", id: `kind-${kind}`,
        onclick: (/** @type {MouseEvent} */ event) => {
            // A key has no place: the field comes to where one looks.
            if (event.detail === 0) {
                acts.put(kind);
            } else {
                arm(armed === kind ? null : kind);
            }
        },
        onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, kind),
    }, icon(kinds[kind].icon), element("span", {}, text(`kind.${kind}`)))]));
    const root = element("section", { class: "palette", "aria-label": text("palette.title") },
        element("div", { class: "palette-person" }, chip,
            element("div", { class: "entry" }, element("label", { for: choice.id }, text("palette.person")), choice)),
        element("div", { class: "kinds" }, ...buttons.values()),
        element("div", { class: "palette-note" }, hint, middle));

    /** Those for whom fields can be placed. */
    function signers() {
        return inTurn(draft.content).filter((person) => signs(person) && draft.fixed?.finished.includes(person.id) !== true);
    }

    function show() {
        const people = signers();
        const wanted = choice.value;
        choice.replaceChildren(...people.map((person) => element("option", { value: person.id }, nameOf(person))));
        choice.value = people.some((person) => person.id === wanted) ? wanted : people[0]?.id ?? "";
        const person = people.find((one) => one.id === choice.value);
        chip.className = `badge ${person === undefined ? "hue-none" : hueClass(draft.content, person.id)}`;
        chip.textContent = initials(person);
        root.classList.toggle("has-nobody", person === undefined);
        root.hidden = draft.locks("fields");
        arm(armed);
    }

    /** @param {FieldKind|null} kind */
    function arm(kind) {
        armed = kind;
        for (const [one, button] of buttons) {
            setAttribute(button, "aria-pressed", String(one === kind));
        }
        middle.hidden = kind === null;
        root.classList.toggle("is-armed", kind !== null);
        hint.textContent = signers().length > 0
            ? kind === null ? text("palette.hint") : text("palette.armed", { kind: text(`kind.${kind}`) })
            : text("palette.nobody");
        composer.onArmed(kind !== null);
    }

    /**
     * @param {PointerEvent} start
     * @param {FieldKind} kind
     */
    function drag(start, kind) {
        // A finger scrolls the palette.
        if (start.pointerType === "touch" || start.button !== 0) {
            return;
        }
        const button = /** @type {HTMLElement} */ (buttons.get(kind));
        /** @type {HTMLElement|null} */
        let ghost = null;
        button.setPointerCapture(start.pointerId);
        /** @param {PointerEvent} event */
        const move = (event) => {
            if (ghost === null && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > threshold) {
                ghost = element("div", { class: `ghost ${chip.className}` }, text(`kind.${kind}`));
                document.body.append(ghost);
            }
            if (ghost !== null) {
                ghost.style.left = `${event.clientX}px`;
                ghost.style.top = `${event.clientY}px`;
            }
        };
        /** @param {PointerEvent} event */
        const end = (event) => {
            button.removeEventListener("pointermove", move);
            if (ghost !== null) {
                ghost.remove();
                // The click that follows a drag chooses nothing.
                const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
                button.addEventListener("click", swallow, { capture: true });
                setTimeout(() => button.removeEventListener("click", swallow, { capture: true }));
                if (event.type === "pointerup") {
                    acts.drop(kind, event.clientX, event.clientY);
                }
            }
        };
        button.addEventListener("pointermove", move);
        button.addEventListener("pointerup", end, { once: true });
        button.addEventListener("pointercancel", end, { once: true });
    }

    return {
        element: root, show, arm, armed: () => armed, person: () => choice.value || undefined,
        focus: () => buttons.get("signHere")?.focus(),
    };
}
