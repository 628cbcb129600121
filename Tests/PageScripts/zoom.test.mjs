import { Announcements, StandIn } from "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Zoom } from "./zoom.js";

/** An area that is scrolled, with one sheet in it as wide as the area times the zoom. */
function scene() {
    const area = new StandIn();
    Object.assign(area, { clientWidth: 600, clientHeight: 400, scrollLeft: 0, scrollTop: 0 });
    area.box = { left: 0, top: 0, right: 600, bottom: 400 };
    const sheet = new StandIn();
    sheet.setAttribute("class", "sheet");
    sheet.getBoundingClientRect = () => {
        const zoom = Number(area.style["--zoom"] ?? 1);
        const [left, top, width, height] = [-area.scrollLeft, -area.scrollTop, 600 * zoom, 800 * zoom];
        return { left, top, width, height, right: left + width, bottom: top + height };
    };
    area.append(sheet);
    const announcer = new Announcements();
    return { area, sheet, announcer, zoom: new Zoom(area, announcer) };
}

test("Enlarging and reducing go from step to step, and end at the width of the window and at eight times", () => {
    const { zoom } = scene();
    zoom.out();
    assert.equal(zoom.value, 1);
    zoom.in();
    assert.equal(zoom.percent, 125);
    zoom.to(1.6);
    zoom.in();
    assert.equal(zoom.value, 2);
    zoom.to(1.6);
    zoom.out();
    assert.equal(zoom.value, 1.5);
    zoom.to(50);
    assert.equal(zoom.isMost, true);
    zoom.in();
    assert.equal(zoom.percent, 800);
    zoom.to(1.01);
    assert.equal(zoom.isLeast, true);
});

test("What lies under a point stays there", () => {
    const { zoom, area, sheet } = scene();
    area.scrollTop = 100;
    const point = { x: 200, y: 300 };
    const part = () => {
        const { left, top, width, height } = sheet.getBoundingClientRect();
        return [(point.x - left) / width, (point.y - top) / height].map((number) => number.toFixed(6));
    };
    const before = part();
    zoom.to(2.5, point);
    assert.deepEqual(part(), before);
    zoom.to(1.3, point);
    assert.deepEqual(part(), before);
});

test("The size counts as chosen once it has been the same for a moment, and is said then", async () => {
    const { zoom, announcer } = scene();
    let rests = 0;
    const rest = new Promise((resolve) => {
        zoom.on("rest", () => {
            rests += 1;
            resolve();
        });
    });
    zoom.in();
    zoom.in();
    assert.equal(rests, 0);
    await rest;
    assert.equal(rests, 1);
    assert.equal(announcer.said.length, 1);
    assert.match(announcer.said[0], /150/);
});
