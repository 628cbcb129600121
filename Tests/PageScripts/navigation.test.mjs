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
        // Fields of 100 points in a window in which a point is half a pixel.
        const frame = { getBoundingClientRect: () => ({ left: 20, top: 40, width: 50, height: 10 }) };
        return [id, { control, frame, tab: { width: 100 } }];
    }));
    const zoom = {
        value: 1, isCloser: false,
        closer(value, point) { Object.assign(this, { value, point, isCloser: true }); },
        fit() { Object.assign(this, { value: 1, isCloser: false }); },
    };
    const area = { clientWidth: 360 };
    const view = { zoom, area, page: (id, number) => `page ${number} of ${id}`, goTo: (page) => led.push(page) };
    const guide = new Guide({ state, announcer: new Announcements() }, fields, view);
    guide.on("finish", () => led.push("finish"));
    guide.on("place", () => led.push("place"));
    return { guide, state, led, zoom };
}

globalThis.innerHeight = 800;

test("Next leads from one empty required field to the next, and from the last to the first that is left", () => {
    const { guide, led } = guided([tab("a"), tab("b", { required: false }), tab("c"), tab("d", { filled: true })]);
    guide.goToNext();
    guide.goToNext();
    guide.goToNext();
    assert.deepEqual(led, ["a", "c", "a"]);
});

test("Next enlarges a field until its text can be read, and shows whole pages when no field is left", () => {
    const { guide, zoom, state } = guided([tab("a")], { unseen: [{ documentId: "1", page: 2 }] });
    guide.goToNext();
    assert.equal(zoom.value, 2.3);
    assert.deepEqual(zoom.point, { x: 45, y: 45 });
    state.session = { ...state.session, tabs: [tab("a", { filled: true })] };
    guide.goToNext();
    assert.equal(zoom.value, 1);
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
