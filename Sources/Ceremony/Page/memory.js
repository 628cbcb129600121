// Signatures and initials that a person lets this device remember. They stay in the browser's own store, as little of them
// as is needed to make them again, under a hash of the person's e-mail address: somebody else who signs here gets none.

/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./types.js").Session} Session */

const prefix = "countersign.mark.";

export class Memory {
    #store;
    #names;

    /**
     * @param {Storage} store
     * @param {Record<AdoptionKind, string>} names under which the store has them
     */
    constructor(store, names) {
        this.#store = store;
        this.#names = names;
    }

    /**
     * What was adopted last, as the host takes it; null if nothing is remembered.
     * @param {AdoptionKind} kind
     * @returns {Record<string, any>|null}
     */
    recall(kind) {
        try {
            return JSON.parse(this.#store.getItem(this.#names[kind]) ?? "null");
        } catch {
            return null;
        }
    }

    /**
     * @param {AdoptionKind} kind
     * @param {Record<string, any>} artwork as it was sent to the host
     */
    keep(kind, artwork) {
        try {
            this.#store.setItem(this.#names[kind], JSON.stringify(needed(artwork)));
        } catch {
            // The store is full. An older one is not what the person asked to keep.
            this.forget(kind);
        }
    }

    /** @param {AdoptionKind} kind */
    forget(kind) {
        this.#store.removeItem(this.#names[kind]);
    }
}

/**
 * Returns the memory for a person, or null if the device passes from person to person or cannot store anything.
 * @param {Session} session
 * @returns {Promise<Memory|null>}
 */
export async function openMemory({ recipient, rules }) {
    const hasHashes = globalThis.crypto?.subtle !== undefined; // only for addresses that are secure
    if (!rules.copies || recipient.email === "" || !hasHashes) {
        return null;
    }
    try {
        const store = localStorage;
        const email = recipient.email.trim().toLowerCase();
        return new Memory(store, { signature: await nameFor("signature", email), initials: await nameFor("initials", email) });
    } catch {
        return null; // The browser keeps nothing for this page.
    }
}

/**
 * @param {AdoptionKind} kind
 * @param {string} email
 */
async function nameFor(kind, email) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${kind}\n${email}`));
    return prefix + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * How fast and how hard somebody draws is not needed to make a drawing again.
 * @param {Record<string, any>} artwork
 */
function needed({ strokes, ...rest }) {
    /** @type {{x: number, y: number}[][]|undefined} */
    const lines = strokes;
    return { ...rest, strokes: lines?.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
}
