// The properties of the chosen fields.

import { action } from "./documentlist.js";
import { element, icon, icons } from "./dom.js";
import { aligned, changeFields, inTurn, onPage, signs } from "./edits.js";
import { nameOf } from "./people.js";
import { labelled, problemAt, showProblem } from "./problems.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./documentview.js").DocumentView} DocumentView */
/** @typedef {import("./fieldlayer.js").FieldLayer} FieldLayer */
/** @typedef {import("./fieldkeys.js").FieldActs} FieldActs */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./edits.js").Alignment} Alignment */

const typed = new Set(["text"]);
/** @type {Alignment[]} */
const alignments = ["left", "center", "right", "top", "middle", "bottom", "size"];

/**
 * @param {Composer} composer
 * @param {DocumentView} view
 * @param {FieldLayer} layer
 * @param {FieldActs} acts
 * @returns {{element: HTMLElement, show: () => void, check: () => void, focus: () => void}}
 */
export function properties(composer, view, layer, acts) {
    const { draft } = composer;
    const root = element("section", { class: "properties", "aria-label": text("properties.title"), hidden: true });
    root.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            const [first] = layer.chosen;
            open(false);
            layer.focus(first);
        }
    });

    /**
     * @param {(field: Field) => Partial<Field>} change
     * @param {string} key
     */
    function edit(change, key) {
        const ids = layer.chosen;
        draft.edit((content) => changeFields(content, ids, change), { key: `${key} ${[...ids].join(" ")}`, isTyped: true });
        layer.show();
    }

    function show() {
        const fields = layer.chosenFields;
        root.hidden = fields.length === 0;
        if (fields.length === 0) {
            root.replaceChildren();
            return;
        }
        const [first] = fields;
        composer.keepingFocus(() => root.replaceChildren(
            element("div", { class: "properties-head" },
                element("h2", {}, fields.length === 1 ? text(`kind.${first.kind}`) : text("properties.several", { count: fields.length })),
                element("div", { class: "properties-tools" },
                    toggle(),
                    removing(),
                    action("close", text("properties.close"), "property-close", false, () => {
                        open(false);
                        layer.choose([]);
                        composer.focusPalette();
                    }))),
            element("div", { class: "properties-body" }, person(first),
            ...fields.length === 1 ? own(first) : [arranging(first)],
            tick("property-required", text("properties.required"), fields.every((field) => field.required),
                (required) => edit(() => ({ required }), "required")),
            ...fields.length === 1 ? place(first) : [],
            element("div", { class: "card-actions" },
                element("button", { type: "button", id: "property-duplicate", onclick: () => acts.duplicate() },
                    icon(icons.plus), text("properties.duplicate")),
                pagesOf(first) > 1 && element("button", {
                    type: "button", id: "property-pages", onclick: () => acts.toEveryPage(),
                }, text("properties.everyPage")),
                element("button", { type: "button", id: "property-remove", onclick: () => acts.remove() },
                    icon(icons.remove), text("properties.remove"))))));
        check();
    }

    /** On a small window, the entries are shown only when they are asked for. */
    function toggle() {
        return element("button", {
            type: "button", id: "property-toggle", class: "properties-toggle",
            "aria-expanded": String(root.classList.contains("is-open")),
            onclick: () => open(!root.classList.contains("is-open")),
        }, text("properties.title"));
    }

    function removing() {
        const button = action("remove", text("properties.remove"), "property-remove-now", false, () => acts.remove());
        button.classList.add("properties-remove");
        return button;
    }

    /** @param {boolean} isOpen */
    function open(isOpen) {
        root.classList.toggle("is-open", isOpen);
        document.getElementById("property-toggle")?.setAttribute("aria-expanded", String(isOpen));
    }

    /** @param {Field} field */
    function pagesOf(field) { return view.pages.filter((page) => page.file.id === field.documentId).length; }

    /** @param {Field} first */
    function person(first) {
        const choice = element("select", {
            onchange: () => edit(() => ({ recipientId: choice.value }), "person"),
        }, ...inTurn(draft.content).filter(signs).map((one) => element("option", {
            value: one.id, selected: one.id === first.recipientId,
        }, nameOf(one))));
        return labelled("property-recipient", text("properties.person"), choice);
    }

    /**
     * What a kind has of its own.
     * @param {Field} field
     */
    function own(field) {
        const entries = [labelled("property-label", text("properties.label"), entry(field.label, 500,
            (label) => edit(() => ({ label }), "label")))];
        if (field.kind === "radio") {
            entries.push(
                labelled("property-radioGroup", text("properties.group"), entry(field.choice?.group ?? "", 500,
                    (group) => edit((one) => ({ choice: { value: "", ...one.choice, group } }), "group"))),
                labelled("property-radioValue", text("properties.choice"), entry(field.choice?.value ?? "", 500,
                    (value) => edit((one) => ({ choice: { group: "", ...one.choice, value } }), "choice"))));
        }
        if (field.kind === "list") {
            const lines = element("textarea", { rows: 4, dir: "auto" }, (field.options ?? []).map((one) => one.text).join("\n"));
            lines.addEventListener("input", () => edit(() => ({
                options: lines.value.split("\n").map((line) => line.trim()).filter((line) => line !== "")
                    .map((line) => ({ text: line, value: line })),
            }), "options"));
            entries.push(labelled("property-options", text("properties.options"), lines));
        }
        if (typed.has(field.kind)) {
            entries.push(labelled("property-value", text("properties.value"), entry(field.value ?? "", 4000,
                (value) => edit(() => ({ value: value === "" ? undefined : value }), "value"))));
            entries.push(labelled("property-maxLength", text("properties.maxLength"), number(field.maxLength ?? "", (length) =>
                edit(() => ({ maxLength: length ?? undefined }), "length"))));
        }
        entries.push(labelled("property-tooltip", text("properties.tooltip"), entry(field.tooltip ?? "", 500,
            (tooltip) => edit(() => ({ tooltip: tooltip === "" ? undefined : tooltip }), "tooltip"))));
        return entries;
    }

    /** @param {Field} field */
    function place(field) {
        const size = view.page(field.documentId, field.page)?.size;
        return [element("fieldset", { class: "numbers" },
            element("legend", {}, text("properties.place")),
            ...(/** @type {const} */ (["x", "y", "width", "height"])).map((name) =>
                labelled(`property-${name}`, text(`properties.${name}`), number(
                    Math.round(field.frame[name] * 100) / 100, (points) => {
                        if (points !== null && size !== undefined) {
                            edit((one) => ({ frame: onPage({ ...one.frame, [name]: points }, size) }), name);
                        }
                    }))))];
    }

    /** @param {Field} first */
    function arranging(first) {
        return element("div", { class: "arranging", role: "group", "aria-label": text("properties.arrange") },
            ...alignments.map((way) => element("button", {
                type: "button", id: `property-align-${way}`,
                onclick: () => edit((field) => {
                    const size = view.page(field.documentId, field.page)?.size;
                    const box = aligned(first.frame, field.frame, way);
                    return { frame: size === undefined ? box : onPage(box, size) };
                }, `align ${way}`),
            }, text(`properties.align.${way}`))));
    }

    function check() {
        const [first] = layer.chosenFields;
        const shown = new Set(["label", "radioGroup", "radioValue", "options", "value", "maxLength", "tooltip", "recipient"]);
        for (const member of shown) {
            showProblem(`property-${member}`, first === undefined ? "" : problemAt(draft, true, (where) =>
                where.part === "tabs" && where.id === first.id
                && (where.member === member || member === "label" && !shown.has(where.member ?? ""))));
        }
    }

    return {
        element: root, show, check,
        focus() {
            open(true);
            document.getElementById(layer.chosen.size === 1 ? "property-label" : "property-recipient")?.focus();
        },
    };
}

/**
 * @param {string} value
 * @param {number} most
 * @param {(value: string) => void} change
 */
function entry(value, most, change) {
    const input = element("input", { type: "text", value, maxlength: most, dir: "auto" });
    input.addEventListener("input", () => change(input.value));
    return input;
}

/**
 * @param {number|string} value
 * @param {(value: number|null) => void} change
 */
function number(value, change) {
    const input = element("input", { type: "text", inputmode: "decimal", maxlength: 9, value: String(value) });
    input.addEventListener("change", () => {
        const digits = input.value.trim().replace(",", ".");
        if (digits === "" || /^\d+(\.\d+)?$/.test(digits)) {
            change(digits === "" ? null : Number(digits));
        }
    });
    return input;
}

/**
 * @param {string} id
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} change
 */
function tick(id, label, isOn, change) {
    const input = element("input", { type: "checkbox", id, checked: isOn, onchange: () => change(input.checked) });
    return element("div", { class: "tick" }, input, element("label", { for: id }, label));
}
