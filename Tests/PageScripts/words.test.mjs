import "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { dateText, hasClock } from "./dateformat.js";
import { listed, listedBriefly, text } from "./text.js";

test("A sentence takes its values, and the form for one only with one", () => {
    assert.equal(text("page.seen", { page: 3 }), "3");
    assert.notEqual(text("document.pages", { count: 1 }), text("document.pages", { count: 2 }));
    assert.match(text("document.pages", { count: 2 }), /2/);
});

test("A sentence that nobody wrote is an error", () => {
    assert.throws(() => text("no.such.sentence"), /no\.such\.sentence/);
});

test("Names are listed as a phrase, and many of them briefly", () => {
    assert.equal(listed(["A"]), "A");
    assert.match(listed(["A", "B", "C"]), /^A, B,? and C$/);
    const many = listedBriefly(["A", "B", "C", "D", "E", "F", "G", "H"]);
    assert.match(many, /A.*E/);
    assert.doesNotMatch(many, /F|G|H/);
    assert.match(many, /3/);
    // "one more" would be no shorter than its name.
    assert.match(listedBriefly(["A", "B", "C", "D", "E", "F"]), /F/);
});

test("A day is written in the sender's form", () => {
    const time = new Date(2026, 2, 5, 0, 7, 9);
    assert.equal(dateText("DD/MM/YYYY", time), "05/03/2026");
    assert.equal(dateText("D MMM YYYY", time), "5 Mar 2026");
    assert.equal(dateText("Month D, YYYY", time), "March 5, 2026");
    assert.equal(dateText("YYYY-MM-DD hh:mm:ss a", time), "2026-03-05 12:07:09 am");
    assert.equal(dateText("hh:mm a", new Date(2026, 2, 5, 13, 0)), "01:00 pm");
    assert.equal(hasClock("YYYY-MM-DD hh:mm a"), true);
    assert.equal(hasClock("YYYY-MM-DD"), false);
});
