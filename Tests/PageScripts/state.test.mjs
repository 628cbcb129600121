import { session, tab } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { placesOf } from "./placing.js";
import { State } from "./state.js";

const ids = (tabs) => tabs.map(({ id }) => id);
const draft = (value, status = "changed") => ({ value, status, key: "k" });

test("Only what the signer has to fill is missing, until it is entered", () => {
    const state = new State(session([
        tab("a"), tab("b", { required: false }), tab("c", { locked: true }), tab("d", { shown: false }),
        tab("e", { kind: "dateSigned" }), tab("f", { filled: true, value: "x" }),
    ]));
    assert.deepEqual(ids(state.missingTabs), ["a"]);
    state.drafts.set("a", draft("  "));
    assert.deepEqual(ids(state.missingTabs), ["a"]);
    state.drafts.set("a", draft("x"));
    assert.deepEqual(ids(state.missingTabs), []);
    state.drafts.set("a", draft("x", "refused"));
    assert.deepEqual(ids(state.missingTabs), ["a"]);
    assert.equal(state.progressText, "1 of 2 required fields done");
});

test("The buttons of a group are one thing to do, and the last one chosen is the one that is on", () => {
    const button = (id) => tab(id, { kind: "radio", group: "g", choice: id });
    const state = new State(session([button("a"), { ...button("b"), value: "true" }, button("c")]));
    assert.deepEqual(ids(state.requiredTabs), ["a"]);
    assert.deepEqual(ids(state.missingTabs), []);
    state.drafts.set("c", draft("true"));
    assert.deepEqual(state.session.tabs.map((one) => state.value(one)), ["false", "false", "true"]);
});

test("A group of check boxes is something to do while its rule is not kept", () => {
    const box = (id) => tab(id, { kind: "checkbox", required: false });
    const group = { label: "Extras", rule: "one or two", met: false, least: 1, most: 2, tabs: ["a", "b", "c"] };
    const state = new State(session([box("a"), box("b"), box("c"), tab("d")], { groups: [group] }));
    assert.deepEqual(state.missingItems.map(({ label }) => label), ["Extras", "d"]);
    state.drafts.set("b", draft("true"));
    assert.deepEqual(state.missingItems.map(({ label }) => label), ["d"]);
    ["a", "c"].forEach((id) => state.drafts.set(id, draft("true")));
    assert.deepEqual(state.missingItems.map(({ label }) => label), ["Extras", "d"]);
    // Where nothing need be ticked, a kept rule asks for nothing.
    state.session = { ...state.session, groups: [{ ...group, least: 0, most: 3 }] };
    assert.deepEqual(state.requiredItems.map(({ label }) => label), ["d"]);
});

test("Pages still to read are told once everything is filled, and a page that was shown counts at once", () => {
    const state = new State(session([tab("a", { filled: true })], { unseen: [{ documentId: "1", page: 1 }] }));
    let drawn = 0;
    state.subscribe(() => { drawn += 1; });
    assert.equal(state.progressText, "1 page still to read");
    state.noteShown({ documentId: "1", page: 1 });
    assert.deepEqual(state.unseenPages, []);
    assert.equal(state.progressText, "1 of 1 required field done");
    state.noteShown({ documentId: "1", page: 1 });
    assert.equal(drawn, 2);
});

test("A signer who chooses the place has to place one signature, and somebody who only reads has not", () => {
    const rules = { free: true, nextOnlyToBlankRequired: true };
    const mark = { id: "m", documentId: "1", page: 1, x: 0, y: 0, width: 150, height: 45 };
    assert.equal(new State(session([], { rules })).needsMark, true);
    assert.equal(new State(session([], { rules, marks: [mark] })).needsMark, false);
    assert.equal(new State(session([], { rules, finished: true })).needsMark, false);
});

test("Artwork goes only into fields of its kind that are open and shown", () => {
    const state = new State(session([
        tab("a", { kind: "signHere" }), tab("b", { kind: "initialHere" }), tab("c", { kind: "signHere", locked: true }),
        tab("d", { kind: "signHere", shown: false }), tab("e", { kind: "signHere" }),
    ]));
    assert.deepEqual(ids(placesOf(state, "signature")), ["a", "e"]);
    assert.deepEqual(ids(placesOf(state, "initials")), ["b"]);
});
