import { Announcements, StandIn } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { DocumentView } from "./documentview.js";

const settled = () => new Promise((resolve) => { setTimeout(resolve, 5); });

/** Shows a document of two pages; what its source was asked, and what happened. */
function scene(words) {
    let near = () => {};
    globalThis.IntersectionObserver = class {
        constructor(tell) {
            near = (page, isIntersecting = true) => tell([{ target: page.sheet, isIntersecting }]);
        }

        observe() {}
    };
    const [asked, told, loading] = [[], [], new Map()];
    const source = {
        loadPicture({ number }, width, picture, signal) {
            asked.push(`picture ${number}`);
            picture.decode = async () => {};
            loading.set(number, { picture, signal });
        },
        async words({ number }, isRead) {
            asked.push(isRead ? `words ${number} to read` : `words ${number}`);
            return words;
        },
    };
    const file = { id: "1", name: "Lease", version: "a", pages: Array(2).fill({ width: 600, height: 300 }) };
    const announcer = new Announcements();
    const view = new DocumentView([file], { source, announcer, takesFocus: false });
    view.pages.forEach(({ sheet }) => { sheet.clientWidth = 600; });
    for (const type of ["near", "picture", "problem", "text"]) {
        view.on(type, (page) => told.push(page === null ? type : `${type} ${page.number}`));
    }
    const end = (number, type) => loading.get(number).picture.dispatchEvent(new Event(type));
    return { view, asked, told, announcer, end, loading, near: (page, isNear) => near(page, isNear) };
}

const word = { text: "Lease", x: 20, y: 20, width: 60, height: 12, line: 1 };

test("Words are read ahead, and a page's picture comes when the page nears the window", async () => {
    const { view, asked, told, near, end } = scene([word]);
    assert.deepEqual(asked, []);
    view.begin();
    await settled();
    assert.deepEqual(asked, ["words 1", "words 2"]);
    near(view.pages[0]);
    await settled();
    assert.deepEqual(asked.slice(2), ["picture 1"]);
    end(1, "load");
    await settled();
    assert.deepEqual(told, ["near", "picture 1"]);
});

test("A page that goes away before its picture has come gives it up", async () => {
    const { view, near, loading } = scene([word]);
    view.begin();
    near(view.pages[1]);
    await settled();
    near(view.pages[1], false);
    assert.equal(loading.get(2).signal.aborted, true);
    assert.equal(view.near.size, 0);
});

test("Where a picture does not load, the page's text can be read in its place", async () => {
    const { view, asked, told, near, end } = scene([word]);
    view.begin();
    near(view.pages[0]);
    await settled();
    end(1, "error");
    assert.equal(view.hasFailed(view.pages[0]), true);
    readText(view.pages[0]);
    await settled();
    assert.ok(asked.includes("words 1 to read"));
    assert.equal(view.hasFailed(view.pages[0]), false);
    assert.deepEqual(told, ["near", "problem 1", "text 1"]);
});

test("A page without text says so, and stays one that did not load", async () => {
    const { view, near, end, announcer } = scene([]);
    view.begin();
    near(view.pages[0]);
    await settled();
    end(1, "error");
    readText(view.pages[0]);
    await settled();
    assert.equal(view.hasFailed(view.pages[0]), true);
    assert.equal(announcer.warned.length, 1);
});

/** Chooses the second button of a page whose picture did not load. */
function readText({ sheet }) {
    const buttons = sheet.querySelector(".picture-problem").children.filter((child) => child.attributes.type === "button");
    buttons[1].dispatchEvent(new Event("click"));
}

test("A page is found by its document and number", () => {
    const { view } = scene([]);
    assert.equal(view.page("1", 2), view.pages[1]);
    assert.equal(view.page("2", 1), undefined);
});
