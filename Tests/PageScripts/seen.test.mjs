import { StandIn, session } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Eventful } from "./events.js";
import { Seen } from "./seen.js";
import { State } from "./state.js";

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Lets the page stand where it is for longer than a moment. */
async function rest(seen) {
    seen.look();
    await wait(550);
    await seen.settle();
}

/** A window of 600 by 400 pixels and one page at this place; what the host hears. */
function scene(box, { hasPicture = true } = {}) {
    const sheet = new StandIn();
    sheet.box = box;
    const picture = new StandIn();
    picture.setAttribute("class", "picture");
    if (hasPicture) {
        sheet.append(picture);
    }
    const area = new StandIn();
    area.box = { left: 0, top: 0, right: 600, bottom: 400 };
    const page = { file: { id: "1", version: "a" }, number: 1, sheet };
    const view = Object.assign(new Eventful(), { near: new Set([page]), area });
    const reports = [];
    const api = { shown: async (pages) => { reports.push(...pages); return { unserved: [], received: false }; } };
    const state = new State(session([], { unseen: [{ documentId: "1", page: 1 }] }));
    return { seen: new Seen({ state, api }, view), view, state, reports, sheet, picture };
}

const report = [{ documentId: "1", page: 1 }];

test("A page of which more than half stands in the window for a moment was shown", async () => {
    const { seen, state, reports } = scene({ left: 0, top: -150, right: 600, bottom: 250 });
    seen.look();
    assert.equal(state.unseenPages.length, 1);
    await rest(seen);
    assert.equal(state.unseenPages.length, 0);
    assert.deepEqual(reports, report);
});

test("A page of which half stands in the window was not", async () => {
    const { seen, reports } = scene({ left: 0, top: -200, right: 600, bottom: 200 });
    await rest(seen);
    assert.deepEqual(reports, []);
});

test("Of a page larger than the window, it has to take more than half of the window", async () => {
    const { seen, reports } = scene({ left: -600, top: -1200, right: 1200, bottom: 201 });
    await rest(seen);
    assert.deepEqual(reports, report);
    const less = scene({ left: -600, top: -1200, right: 1200, bottom: 199 });
    await rest(less.seen);
    assert.deepEqual(less.reports, []);
});

test("A page without its picture was not shown, but one whose text is shown instead was", async () => {
    const { seen, view, sheet, reports } = scene({ left: 0, top: 0, right: 600, bottom: 400 }, { hasPicture: false });
    await rest(seen);
    assert.deepEqual(reports, []);
    sheet.classList.add("is-text");
    view.tell("text");
    await rest(seen);
    assert.deepEqual(reports, report);
});

test("A page that leaves the window before the moment is over begins anew", async () => {
    const { seen, sheet, reports } = scene({ left: 0, top: 0, right: 600, bottom: 400 });
    seen.look();
    await wait(20);
    sheet.box = { left: 0, top: 900, right: 600, bottom: 1300 };
    seen.look();
    await rest(seen);
    assert.deepEqual(reports, []);
});
