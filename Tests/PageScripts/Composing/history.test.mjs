import assert from "node:assert/strict";
import test from "node:test";
import { begun, canonical, edited, redone, resumed, undone, written } from "./history.js";

const content = (subject) => ({ emailSubject: subject, documents: [], recipients: [], tabs: [] });

test("Undoing leads back to exactly what was there, and redoing forth again", () => {
    const [one, two, three] = ["one", "two", "three"].map(content);
    const whole = edited(edited(begun(one), two, null, 0), three, null, 1);
    const back = undone(undone(whole));
    assert.equal(back.present, one);
    assert.equal(redone(redone(back)).present, three);
    assert.equal(undone(back), back);
    assert.equal(redone(whole), whole);
});

test("Edits of one thing within a second are undone together, those of another thing are not", () => {
    let history = edited(begun(content("")), content("a"), "subject", 0);
    history = edited(history, content("ab"), "subject", 900);
    assert.equal(undone(history).present.emailSubject, "");
    assert.equal(undone(edited(history, content("abc"), "subject", 2500)).present.emailSubject, "ab");
    assert.equal(undone(edited(history, content("x"), "message", 950)).present.emailSubject, "ab");
});

test("An edit that changes nothing is none, and one after undoing ends what could be redone", () => {
    const first = content("one");
    const history = edited(begun(first), content("two"), null, 0);
    assert.equal(edited(history, history.present, null, 1), history);
    assert.deepEqual(edited(undone(history), content("three"), null, 2).future, []);
});

test("A history goes on after a reload if it led to what the host has, whatever the order of its members", () => {
    const history = edited(begun(content("one")), content("two"), null, 0);
    const held = Object.fromEntries(Object.entries(content("two")).reverse());
    assert.equal(undone(resumed(written(history, 10_000), held)).present.emailSubject, "one");
    assert.deepEqual(resumed(written(history, 10_000), content("other")).past, []);
    assert.deepEqual(resumed("{", held).past, []);
    assert.equal(canonical(held), canonical(content("two")));
});

test("Without room, a history forgets what is oldest first", () => {
    let history = begun(content("0"));
    for (let number = 1; number < 40; number += 1) {
        history = edited(history, content(String(number)), null, number);
    }
    const { past } = JSON.parse(written(history, 1500));
    assert.ok(past.length > 0 && past.length < 39);
    assert.equal(past[past.length - 1].emailSubject, "38");
    assert.equal(written(history, 10), "");
});
