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

/** A printed line, at the height of the lower edge of a line of text. */
const rule = (line, x, width) => ({ kind: "line", page: 1, frame: { x, y: 111 + 20 * line, width, height: 0.5 } });
const square = (line, x) => ({ kind: "box", page: 1, frame: { x, y: 100 + 20 * line, width: 12, height: 12 } });
const found = (lines, rules, fields = []) => suggestionsOn(words(...lines), fields, rules).map((one) => one.kind);

test("A printed line is a place if a label stands beside or below it and nothing above", () => {
    assert.deepEqual(found(["Date:"], [rule(0, 110, 120)]), ["dateSigned"]);
    assert.deepEqual(found(["", "", "Signature"], [rule(1, 72, 180)]), ["signHere"]);
    assert.deepEqual(found(["An underlined heading"], [rule(0, 72, 120)]), []);
    assert.deepEqual(found(["Anna Petrov, by hand", "Signature"], [rule(0, 72, 120)]), [], "written on");
    assert.deepEqual(found(["Text", "", "", "", "", "far below"], [rule(2, 72, 460)]), []);
    assert.deepEqual(found(["Date:"], [rule(0, 200, 120)]), [], "too far from its label");
});

test("A printed square is a checkbox if words stand beside it and none in it", () => {
    assert.deepEqual(found(["I agree"], [square(0, 55)]), ["checkbox"]);
    assert.deepEqual(found(["I agree"], [square(3, 55)]), []);
    assert.deepEqual(found(["I agree"], [square(0, 72)]), []);
});

test("What the form says counts more than the text, and the text more than print", () => {
    const form = { kind: "text", page: 1, label: "Signature of the tenant", required: true,
        frame: { x: 140, y: 95, width: 80, height: 18 } };
    const both = suggestionsOn(words("Signature: ____________"), [form], [rule(0, 140, 70)]);
    assert.deepEqual(both.map((one) => [one.kind, one.form === form]), [["signHere", true]]);
    assert.deepEqual(found(["Signature: ____________"], [rule(0, 140, 70)]), ["signHere"]);
});
