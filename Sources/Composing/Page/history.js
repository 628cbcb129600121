// What was edited, as values: each edit keeps the content before it, so undoing leads back exactly.

/** @typedef {import("./types.js").Content} Content */

/**
 * @typedef {object} History
 * @property {Content[]} past oldest first
 * @property {Content} present
 * @property {Content[]} future the next first
 * @property {{key: string, at: number}|null} latest what the last edit was about, and when
 */

const most = 200; // edits that can be undone
const together = 1000; // milliseconds within which edits of one thing are one

/**
 * @param {Content} content
 * @returns {History}
 */
export function begun(content) {
    return { past: [], present: content, future: [], latest: null };
}

/**
 * An edit. Several of one thing in a short time, such as letters typed into one field, are undone together.
 * @param {History} history
 * @param {Content} content
 * @param {string|null} key what the edit is about; null for one that stands alone
 * @param {number} at milliseconds
 * @returns {History}
 */
export function edited(history, content, key, at) {
    if (content === history.present) {
        return history;
    }
    const { latest } = history;
    const goesOn = key !== null && latest !== null && latest.key === key && at - latest.at < together
        && history.past.length > 0;
    return {
        past: goesOn ? history.past : [...history.past, history.present].slice(-most),
        present: content, future: [], latest: key === null ? null : { key, at },
    };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function undone(history) {
    const before = history.past[history.past.length - 1];
    return before === undefined ? history : {
        past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], latest: null,
    };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function redone(history) {
    const [next, ...future] = history.future;
    return next === undefined ? history : { past: [...history.past, history.present], present: next, future, latest: null };
}

/** @type {WeakMap<Content, string>} contents never change, so each is written once */
const texts = new WeakMap();

/**
 * The history as a text for a reload, as far back as there is room.
 * @param {History} history
 * @param {number} room characters
 * @returns {string} empty if there is none for the present
 */
export function written({ past, present, future }, room) {
    let left = room - textOf(present).length;
    /** @param {Content[]} contents */
    const asManyAsFit = (contents) => {
        const fitting = contents.findIndex((content) => (left -= textOf(content).length) < 0);
        return contents.slice(0, fitting < 0 ? undefined : fitting).map(textOf);
    };
    if (left < 0) {
        return "";
    }
    const before = asManyAsFit([...past].reverse()).reverse();
    const after = before.length < past.length ? [] : asManyAsFit(future);
    return `{"past":[${before}],"present":${textOf(present)},"future":[${after}]}`;
}

/** @param {Content} content */
function textOf(content) {
    const known = texts.get(content) ?? JSON.stringify(content);
    texts.set(content, known);
    return known;
}

/**
 * The history from before a reload, if it led to this content.
 * @param {string|null} text
 * @param {Content} content
 * @returns {History}
 */
export function resumed(text, content) {
    try {
        const { past, present, future } = JSON.parse(text ?? "");
        if (Array.isArray(past) && Array.isArray(future) && canonical(present) === canonical(content)) {
            return { past, present: content, future, latest: null };
        }
    } catch {
        // Nothing was written, or something that is no history.
    }
    return begun(content);
}

/**
 * The value as a text that is the same whatever the order of its members.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
    return JSON.stringify(value, (name, member) => member !== null && typeof member === "object" && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => one < other ? -1 : 1))
        : member);
}
