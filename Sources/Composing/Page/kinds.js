// The kinds of fields: how large each is at first, as those of the API without a size are, and its sign.

/** @typedef {import("./types.js").FieldKind} FieldKind */
/** @typedef {import("./types.js").Field} Field */

/** @type {Record<FieldKind, {width: number, height: number, icon: string}>} in points, and path data of 24 by 24 units */
export const kinds = {
    signHere: { width: 120, height: 36, icon: "M3 17c3 0 5-10 8-10s-2 10 1 10 3-5 5-5 0 4 4 4M3 21h18" },
    initialHere: { width: 48, height: 36, icon: "M6 18V6M11 18l4-12 4 12M12.500 14h5" },
    dateSigned: { width: 90, height: 18, icon: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" },
    fullName: { width: 160, height: 18, icon: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6" },
    email: { width: 180, height: 18, icon: "M3 6h18v12H3zM3 7l9 7 9-7" },
    text: { width: 160, height: 18, icon: "M5 7V5h14v2M12 5v14M9 19h6" },
    checkbox: { width: 16, height: 16, icon: "M5 5h14v14H5zM8 12l3 3 5-6" },
    radio: { width: 16, height: 16, icon: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" },
    list: { width: 160, height: 18, icon: "M4 6h16v12H4zM14 11l2 2 2-2" },
    signerAttachment: {
        width: 120, height: 24,
        icon: "M20 11.500l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700l-8.500 8.500a1.700 1.700 0 0 1-2.400-2.400l7.500-7.500",
    },
};

/** In the order of the palette. */
export const kindNames = /** @type {FieldKind[]} */ (Object.keys(kinds));

/**
 * A field as it is at first.
 * @param {object} place
 * @param {string} place.id
 * @param {FieldKind} place.kind
 * @param {string} place.documentId
 * @param {number} place.page
 * @param {string} place.recipientId
 * @param {number} place.x of its middle
 * @param {number} place.y of its middle
 * @param {string} label
 * @param {Field[]} others fields of the draft, whose newest of the same kind it takes after
 * @returns {Field}
 */
export function newField({ id, kind, documentId, page, recipientId, x, y }, label, others) {
    const alike = others.filter((field) => field.kind === kind).pop();
    const { width, height } = alike?.frame ?? kinds[kind];
    /** @type {Field} */
    const field = {
        id, kind, documentId, page, recipientId, label,
        frame: { x: x - width / 2, y: y - height / 2, width, height },
        required: alike?.required ?? (kind !== "checkbox" && kind !== "radio"), locked: false,
    };
    if (kind === "radio") {
        field.choice = nextChoice(others.filter((one) => one.kind === "radio" && one.recipientId === recipientId
            && one.documentId === documentId), label);
    }
    if (kind === "list") {
        field.options = alike?.options ?? [1, 2].map((number) => ({ text: `${label} ${number}`, value: String(number) }));
    }
    return field;
}

/**
 * The next button of the newest group.
 * @param {Field[]} buttons
 * @param {string} label
 */
function nextChoice(buttons, label) {
    const group = buttons[buttons.length - 1]?.choice?.group ?? label;
    const taken = buttons.filter((button) => button.choice?.group === group).map((button) => button.choice?.value);
    let number = taken.length + 1;
    while (taken.includes(String(number))) {
        number += 1;
    }
    return { group, value: String(number) };
}
