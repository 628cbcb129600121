import { Announcements, StandIn, session, tab } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Guide } from "./navigation.js";
import { State } from "./state.js";

/** A guide through these fields; what it led to, in order. */
function guided(tabs, own = {}) {
    const led = [];
    const state = new State(session(tabs, own));
    const fields = new Map(tabs.map(({ id }) => {
        const control = new StandIn();
        control.focus = () => { led.push(id); state.visited = id; };
        control.scrollIntoView = () => {};
        return [id, { control }];
    }));
    const view = { page: (id, number) => `page ${number} of ${id}`, goTo: (page) => led.push(page) };
    const guide = new Guide({ state, announcer: new Announcements() }, fields, view);
    guide.on("finish", () => led.push("finish"));
    guide.on("place", () => led.push("place"));
    return { guide, state, led };
}

globalThis.innerHeight = 800;

test("Next leads from one empty required field to the next, and from the last to the first that is left", () => {
    const { guide, led } = guided([tab("a"), tab("b", { required: false }), tab("c"), tab("d", { filled: true })]);
    guide.goToNext();
    guide.goToNext();
    guide.goToNext();
    assert.deepEqual(led, ["a", "c", "a"]);
});

test("Enter in a field leads to what stands behind that field, wherever the focus was before", () => {
    const tabs = [tab("a"), tab("b"), tab("c")];
    const { guide, state, led } = guided(tabs);
    state.visited = "c";
    guide.goToNext(tabs[0]);
    assert.deepEqual(led, ["b"]);
});

test("Where the sender wants it, Next leads to every field, and then to what is missing", () => {
    const rules = { free: false, nextOnlyToBlankRequired: false };
    const { guide, led } = guided([tab("a"), tab("b", { required: false })], { rules });
    guide.goToNext();
    guide.goToNext();
    guide.goToNext();
    assert.deepEqual(led, ["a", "b", "a"]);
});

test("When everything is filled, pages that were not shown come next, and Finish after them", () => {
    const { guide, state, led } = guided([tab("a", { filled: true })], { unseen: [{ documentId: "1", page: 2 }] });
    guide.goToNext();
    state.noteShown({ documentId: "1", page: 2 });
    guide.goToNext();
    assert.deepEqual(led, ["page 2 of 1", "finish"]);
});

test("A signer who chooses the place is first led to the button for it", () => {
    const { guide, led } = guided([], { rules: { free: true, nextOnlyToBlankRequired: true } });
    guide.goToNext();
    assert.deepEqual(led, ["place"]);
});
