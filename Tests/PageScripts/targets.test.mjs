import { StandIn, session, tab } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { State } from "./state.js";
import { keepTargetsApart } from "./targets.js";

const box = (id, x, y, own = {}) => tab(id, { kind: "checkbox", x, y, width: 10, height: 10, ...own });

/** A page of one pixel a point with these fields, its targets kept apart; what their styles hold, by field. */
function laid(tabs, state = new State(session(tabs))) {
    const layer = new StandIn();
    const fields = tabs.map((own) => {
        const field = { tab: own, frame: new StandIn(), control: new StandIn() };
        field.frame.box = { left: own.x, top: own.y, right: own.x + own.width, bottom: own.y + own.height };
        layer.append(field.frame);
        return field;
    });
    const page = { size: { width: 600, height: 800 }, sheet: { clientWidth: 600 } };
    keepTargetsApart({ state }, new Map([[page, fields]]));
    const reach = Object.fromEntries(fields.map(({ tab: { id }, frame: { style } }) =>
        [id, { block: parseFloat(style["--reach-block"]), inline: parseFloat(style["--reach-inline"]) }]));
    return { fields, reach, crowds: layer.children.filter((child) => child.classList.contains("crowd")) };
}

test("A small field alone is enlarged until a finger hits it, and a large one is not", () => {
    const { reach } = laid([box("a", 50, 50), tab("b", { x: 200, y: 200 }), tab("c", { x: 10, y: 300, height: 40 })]);
    assert.deepEqual(reach.a, { block: 14, inline: 14 });
    assert.deepEqual(reach.b, { block: 4, inline: 0 });
    assert.deepEqual(reach.c, { block: 0, inline: 0 });
});

test("Two fields share the room between them, and neither reaches into the other's half", () => {
    const { reach } = laid([box("a", 50, 50), box("b", 50, 68)]);
    // Eight pixels are between them: four for each.
    assert.equal(reach.a.block, 8);
    assert.equal(reach.b.block, 8);
    // Beside each other they have what they need.
    assert.equal(reach.a.inline, 14);
});

test("What cannot be filled in takes nothing from the others", () => {
    assert.equal(laid([box("a", 50, 50), box("b", 50, 62, { locked: true })]).reach.a.block, 14);
    assert.equal(laid([box("a", 50, 50), box("b", 50, 62, { shown: false })]).reach.a.block, 14);
});

test("Choices that a finger cannot tell apart get one button, and others none", () => {
    const { crowds } = laid([box("a", 50, 50), box("b", 50, 62), box("c", 50, 74), box("far", 50, 120)]);
    assert.equal(crowds.length, 1);
    assert.match(crowds[0].attributes["aria-label"], /a, b,? and c$/);
    assert.equal(crowds[0].hidden, false);
    assert.equal(laid([box("a", 50, 50), box("b", 80, 50)]).crowds.length, 0);
});

test("The button of a crowd is not shown where another field lies among its choices", () => {
    const { crowds } = laid([box("a", 50, 50), box("b", 62, 50), tab("note", { x: 55, y: 55, width: 5, height: 3 })]);
    assert.deepEqual(crowds.map(({ hidden }) => hidden), [true]);
});

test("A mouse chooses the choice whose middle is nearest", () => {
    const { fields, crowds } = laid([box("a", 50, 50), box("b", 50, 62), box("c", 50, 74)]);
    const chosen = [];
    fields.forEach(({ tab: { id }, control }) => { control.click = () => chosen.push(id); });
    for (const y of [51, 60, 62, 78]) {
        crowds[0].dispatchEvent(Object.assign(new Event("click"), { pointerType: "mouse", clientX: 50, clientY: y }));
    }
    assert.deepEqual(chosen, ["a", "a", "b", "c"]);
});

test("Nothing opens any more once the signer is leaving", () => {
    const tabs = [box("a", 50, 50), box("b", 50, 62)];
    const state = new State(session(tabs));
    const { crowds } = laid(tabs, state);
    assert.equal(crowds.length, 1);
    state.update((changing) => { changing.leaving = true; });
    assert.equal(crowds[0].isConnected, false);
});
