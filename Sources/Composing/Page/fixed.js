// What an edit of a sent envelope must leave as it is. The host checks it too; here it is put back before it is seen.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Fixed} Fixed */
/** @typedef {import("./types.js").Field} Field */

/**
 * Whether a field stays as it is.
 * @param {Fixed|null} fixed
 * @param {{documentId: string, recipientId: string}} field
 */
export function isFixed(fixed, { documentId, recipientId }) {
    return fixed !== null && (fixed.fieldsOf.includes(documentId) || fixed.finished.includes(recipientId));
}

/**
 * The content after an edit, with everything fixed as it was before; the same content where the edit kept to the rules.
 * @param {Content} before
 * @param {Content} after
 * @param {Fixed|null} fixed
 * @returns {Content}
 */
export function keepingFixed(before, after, fixed) {
    if (fixed === null || before === after) {
        return after;
    }
    const documents = fixed.closesDocuments ? before.documents : withThese(fixed.documents, before.documents, after.documents);
    const recipients = kept(before.recipients, after.recipients, (person) => fixed.finished.includes(person.id));
    const people = new Set(recipients.map((person) => person.id));
    const files = new Set(documents.map((file) => file.id));
    const tabs = kept(before.tabs, after.tabs, (tab) => isFixed(fixed, tab))
        .filter((tab) => people.has(tab.recipientId) && files.has(tab.documentId));
    const same = documents === after.documents && isSame(recipients, after.recipients) && isSame(tabs, after.tabs);
    return same ? after : { ...after, documents, recipients, tabs };
}

/**
 * The content after an edit, with the parts that an app keeps as they were before; the same content where the edit left
 * them alone.
 * @param {Content} before
 * @param {Content} after
 * @param {import("./types.js").Part[]} locked
 * @returns {Content}
 */
export function keepingLocked(before, after, locked) {
    const changed = locked.flatMap((part) => membersOf[part]).filter((member) => before[member] !== after[member]);
    return changed.length === 0 ? after
        : { ...after, ...Object.fromEntries(changed.map((member) => [member, before[member]])) };
}

/** @type {Record<import("./types.js").Part, (keyof Content)[]>} */
const membersOf = {
    documents: ["documents"], recipients: ["recipients"], fields: ["tabs"],
    message: ["emailSubject", "emailBlurb", "notification"],
};

/**
 * The documents after an edit, with those that stay, which may have got other names and another order.
 * @param {string[]} staying
 * @param {Content["documents"]} before
 * @param {Content["documents"]} after
 */
function withThese(staying, before, after) {
    const own = new Set(after.map((file) => file.id));
    const lost = before.filter((file) => staying.includes(file.id) && !own.has(file.id));
    return lost.length === 0 ? after : [...lost, ...after];
}

/**
 * @template {{id: string}} Value
 * @param {Value[]} before
 * @param {Value[]} after
 * @param {(value: Value) => boolean} stays
 * @returns {Value[]}
 */
function kept(before, after, stays) {
    const held = new Map(before.filter(stays).map((value) => [value.id, value]));
    const own = new Set(after.map((value) => value.id));
    const lost = [...held.values()].filter((value) => !own.has(value.id));
    return [...lost, ...after.flatMap((value) => {
        const old = held.get(value.id);
        // A new one that would be fixed at once cannot be added.
        return old !== undefined ? [old] : stays(value) ? [] : [value];
    })];
}

/**
 * @param {unknown[]} one
 * @param {unknown[]} other
 */
function isSame(one, other) {
    return one.length === other.length && one.every((value, index) => value === other[index]);
}
