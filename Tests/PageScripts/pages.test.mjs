import { StandIn } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { seenPage } from "./pagenumber.js";
import { documentSection } from "./pages.js";
import { Pictures } from "./pictures.js";
import { layWords } from "./textlayer.js";

const settled = () => new Promise((resolve) => { setTimeout(resolve, 5); });

/** A document of so many pages of 600 by 300 pixels in a window of 600 by 400 that is scrolled that far. */
function scene(count, scrolled = 0) {
    const file = { id: "1", name: "Lease", version: "a", pages: Array(count).fill({ width: 600, height: 300 }) };
    const { pages } = documentSection(file);
    const area = Object.assign(new StandIn(), { scrollTop: scrolled, clientHeight: 400, scrollHeight: count * 300 });
    area.box = { left: 0, top: 0, right: 600, bottom: 400 };
    pages.forEach(({ sheet }, index) => {
        sheet.clientWidth = 600;
        sheet.box = { left: 0, top: index * 300 - scrolled, right: 600, bottom: index * 300 + 300 - scrolled };
    });
    return { pages, area };
}

/** Asks for pictures of all these pages; they come when the test says so. */
function loading({ pages, area }) {
    const asked = [];
    const source = {
        loadPicture(page, width, picture, signal) {
            picture.decode = async () => {};
            asked.push({ number: page.number, width, signal, comes: () => picture.dispatchEvent(new Event("load")),
                fails: () => picture.dispatchEvent(new Event("error")) });
        },
    };
    const pictures = new Pictures(area, source);
    pages.forEach((page) => pictures.want(page));
    return { asked, pictures, numbers: () => asked.map(({ number }) => number) };
}

test("The page that is read is the one at the height of the eyes, and at the end the last", () => {
    const seen = (scrolled, count = 10) => { const { pages, area } = scene(count, scrolled); return seenPage(pages, area); };
    assert.equal(seen(0), 0);
    // The eyes are at 160 pixels of the window.
    assert.equal(seen(139), 0);
    assert.equal(seen(140), 1);
    assert.equal(seen(1200), 4);
    assert.equal(seen(2600), 9);
});

test("Pictures of pages in the window come one after the other, the nearest to its middle first, and then the others", async () => {
    const { asked, numbers } = loading(scene(6, 260));
    await settled();
    assert.deepEqual(numbers(), [2]);
    asked[0].comes();
    await settled();
    assert.deepEqual(numbers(), [2, 3]);
    asked[1].comes();
    await settled();
    // A strip of the first page is in the window.
    assert.deepEqual(numbers(), [2, 3, 1]);
    asked[2].comes();
    await settled();
    assert.deepEqual(numbers(), [2, 3, 1, 4, 5, 6]);
});

test("A picture is as wide as the next width that the host makes, and is not asked for again while it is enough", async () => {
    const view = scene(1);
    const { asked, pictures } = loading(view);
    await settled();
    assert.equal(asked[0].width, 640);
    asked[0].comes();
    await settled();
    pictures.want(view.pages[0]);
    await settled();
    assert.equal(asked.length, 1);
    view.pages[0].sheet.clientWidth = 700;
    pictures.want(view.pages[0]);
    await settled();
    assert.equal(asked[1].width, 720);
});

test("A page that was scrolled past gives its picture up", async () => {
    const view = scene(2, 0);
    const { asked, pictures } = loading(view);
    await settled();
    pictures.giveUp(view.pages[0]);
    assert.equal(asked[0].signal.aborted, true);
    await settled();
    assert.equal(asked[1].number, 2);
});

test("A picture that did not load is told, and does not keep the next one from coming", async () => {
    const { asked, pictures, numbers } = loading(scene(2, 0));
    const told = [];
    pictures.on("problem", ({ number }) => told.push(number));
    await settled();
    asked[0].fails();
    await settled();
    assert.deepEqual(told, [1]);
    assert.deepEqual(numbers(), [1, 2]);
});

test("Words are laid before what stands below or right of them, and after what stands before them", () => {
    const { pages: [page] } = scene(1);
    const [name, date] = [new StandIn(), new StandIn()];
    page.layer.append(name, date);
    page.items.push({ element: name, box: { x: 200, y: 50, width: 100, height: 20 } },
        { element: date, box: { x: 200, y: 150, width: 100, height: 20 } });
    const order = [];
    name.before = (...nodes) => order.push(...nodes.map(said), "name");
    date.before = (...nodes) => order.push(...nodes.map(said), "date");
    page.layer.append = (...nodes) => order.push(...nodes.map(said));
    const word = (text, x, y, line) => ({ text, x, y, width: 60, height: 12, line });
    layWords(page, [word("Lease", 20, 10, 1), word("Name:", 20, 54, 2), word("Date:", 20, 154, 3), word("End", 20, 250, 4)]);
    assert.equal(order.join(" "), "Lease Name: name Date: date End");

    function said(node) {
        return typeof node === "string" ? node : node.children.map(said).join("");
    }
});
