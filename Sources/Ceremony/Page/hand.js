// The ways in which a person makes their marks, kept as they were left: closing the dialog loses neither a drawing nor
// what was typed, and the initials begin in the hand that was chosen for the signature. What this device remembers comes
// first.

import { drawnWay } from "./adoptdrawn.js";
import { pictureWay } from "./adoptpicture.js";
import { typedWay } from "./adopttyped.js";
import { allowsCamera } from "./choosing.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */
/** @typedef {import("./types.js").AdoptionKind} AdoptionKind */
/** @typedef {import("./adopt.js").Way} Way */

/**
 * @typedef {object} Hand
 * @property {Way[]} ways
 * @property {Way} chosen the way that was chosen last
 */

/** @type {WeakMap<Ceremony, Map<AdoptionKind, Hand>>} */
const hands = new WeakMap();

/**
 * @param {Ceremony} ceremony
 * @param {AdoptionKind} kind
 * @returns {Hand}
 */
export function handFor(ceremony, kind) {
    const known = hands.get(ceremony) ?? new Map();
    hands.set(ceremony, known);
    const left = known.get(kind);
    if (left !== undefined) {
        return left;
    }
    const { signature, initials } = ceremony.state.session;
    const adopted = kind === "signature" ? signature ?? initials : initials ?? signature;
    const ways = [typedWay(ceremony, kind, adopted?.face ?? ""), drawnWay(kind), ...allowsCamera() ? [pictureWay(kind)] : []];
    const remembered = ceremony.state.session[kind] === null ? ceremony.memory?.recall(kind) : null;
    const recalled = ways.find((way) => way.name === remembered?.method);
    if (remembered && recalled !== undefined) {
        recalled.restore(remembered);
    }
    const hand = { ways, chosen: recalled ?? ways.find((way) => way.name === adopted?.method) ?? ways[0] };
    known.set(kind, hand);
    return hand;
}
