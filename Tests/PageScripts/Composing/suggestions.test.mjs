import assert from "node:assert/strict";
import test from "node:test";
import { suggestionsOn } from "./suggestions.js";

/** Words of lines, each letter six points wide, one line each 20 points. */
function words(...lines) {
    return lines.flatMap((line, number) => [...line.matchAll(/\S+/g)].map((found) => ({
        text: found[0], x: 72 + 6 * found.index, y: 100 + 20 * number, width: 6 * found[0].length, height: 12, line: number,
    })));
}

const kindsOf = (...lines) => suggestionsOn(words(...lines)).map((one) => one.kind);

test("A line of underscores is a place, and the words before it say for what, in several languages", () => {
    assert.deepEqual(kindsOf("Signature: ____________ Date: ______"), ["signHere", "dateSigned"]);
    assert.deepEqual(kindsOf("Unterschrift:_________", "Datum ______", "署名 ______", "Company ______"),
        ["signHere", "dateSigned", "signHere", "text"]);
});

test("Without words before it, those under a line say for what it is", () => {
    assert.deepEqual(kindsOf("_____________      _________", "Signature          Date"), ["signHere", "dateSigned"]);
});

test("Boxes are checkboxes; dots at the end of a sentence and short lines are nothing", () => {
    assert.deepEqual(kindsOf("☐ I agree ... and so on", "[_] Yes", "snake_case __"), ["checkbox", "checkbox"]);
});

test("A place is as wide as its line, and stands on it", () => {
    const [{ box }] = suggestionsOn(words("Date:__________"));
    assert.deepEqual([box.x, box.width, box.y + box.height], [102, 60, 112]);
});
