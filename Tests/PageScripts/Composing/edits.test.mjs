import assert from "node:assert/strict";
import test from "node:test";
import * as edits from "./edits.js";
import { begun, edited, redone, undone } from "./history.js";
import { kindNames, newField } from "./kinds.js";
import { snapped } from "./snapping.js";

const page = { width: 612, height: 792 };
const nothing = { emailSubject: "", documents: [], recipients: [], tabs: [] };

/** Two documents, two people, and a signature of each. */
function contract() {
    let content = edits.addDocument(edits.addDocument(nothing, { id: "1", name: "Contract" }), { id: "2", name: "Annex" });
    content = edits.addPerson(edits.addPerson(content, { name: "Ada" }), { name: "Ben" });
    const fields = ["1", "2"].map((recipientId) => newField({
        id: `f${recipientId}`, kind: "signHere", documentId: recipientId, page: 1, recipientId, x: 200, y: 300,
    }, "Signature", []));
    return edits.addFields(content, fields);
}

test("A new person acts after all others and has an id of their own", () => {
    const { recipients } = edits.addPerson(edits.removePerson(contract(), "1"));
    assert.deepEqual(recipients.map(({ id, routingOrder }) => [id, routingOrder]), [["2", 2], ["3", 3]]);
});

test("The fields of a person go with the person, those on a document with the document", () => {
    assert.deepEqual(edits.removePerson(contract(), "1").tabs.map((field) => field.id), ["f2"]);
    assert.deepEqual(edits.removeDocument(contract(), "2").tabs.map((field) => field.id), ["f1"]);
});

test("Documents are put in another order, and nothing moves beyond the ends", () => {
    const content = contract();
    assert.deepEqual(edits.moveDocument(content, "2", -1).documents.map((one) => one.id), ["2", "1"]);
    assert.equal(edits.moveDocument(content, "1", -1), content);
});

test("A change to undefined takes a member away", () => {
    const [person] = edits.changePerson(contract(), "1", { note: "Hi" }).recipients;
    assert.equal(person.note, "Hi");
    assert.ok(!("note" in edits.changePerson(contract(), "1", { note: undefined }).recipients[0]));
});

test("A field stays on its page, and is never larger than it", () => {
    assert.deepEqual(edits.onPage({ x: -5, y: 900, width: 100, height: 20 }, page), { x: 0, y: 772, width: 100, height: 20 });
    assert.deepEqual(edits.onPage({ x: 3, y: 4, width: 1000, height: 0 }, page), { x: 0, y: 4, width: 612, height: 1 });
});

test("Copies lie a little aside on the same page, and at the same place of another one", () => {
    const [field] = contract().tabs;
    const [aside] = edits.copies([field], () => "new", () => page);
    assert.deepEqual([aside.id, aside.frame.x - field.frame.x], ["new", 12]);
    const [there] = edits.copies([field], () => "new", () => page, { documentId: "1", page: 2 });
    assert.deepEqual([there.page, there.frame], [2, field.frame]);
});

test("Fields that lie on each other are found, on one page only", () => {
    const [one, other] = contract().tabs;
    const there = { ...other, id: "f3", documentId: "1", frame: { ...one.frame, x: one.frame.x + 10 } };
    assert.deepEqual(edits.overlaps([one, other, there]).map((pair) => pair.map((field) => field.id)), [["f1", "f3"]]);
    const beside = { ...there, frame: { ...one.frame, x: one.frame.x + one.frame.width } };
    assert.deepEqual(edits.overlaps([one, beside]), []);
});

test("A new field takes after the newest of its kind, and radio buttons join a group with values of their own", () => {
    const place = { id: "n", documentId: "1", page: 1, recipientId: "1", x: 100, y: 100 };
    const large = { ...newField({ ...place, kind: "text" }, "Text", []), required: false };
    large.frame = { ...large.frame, width: 300 };
    const next = newField({ ...place, kind: "text" }, "Text", [large]);
    assert.deepEqual([next.frame.width, next.required], [300, false]);
    const first = newField({ ...place, kind: "radio" }, "Choice", []);
    assert.deepEqual(newField({ ...place, kind: "radio" }, "Choice", [first]).choice, { group: "Choice", value: "2" });
});

test("A field snaps to the edges and centres of its neighbours, and not from afar", () => {
    const neighbour = { x: 100, y: 200, width: 150, height: 40 };
    const near = snapped({ x: 103, y: 198, width: 150, height: 40 }, [neighbour], page, 5);
    assert.deepEqual([near.box.x, near.box.y, near.lines.length], [100, 200, 2]);
    const far = snapped({ x: 120, y: 300, width: 30, height: 40 }, [neighbour], page, 5);
    assert.deepEqual([far.box.x, far.box.y, far.lines], [120, 300, []]);
    assert.equal(snapped({ x: 254, y: 500, width: 100, height: 20 }, [], page, 5).box.x, 256);
});

test("Without a neighbour near, a field stands on a line of the text", () => {
    const box = { x: 50, y: 100, width: 40, height: 20 };
    assert.equal(snapped(box, [], page, 5, [123, 300]).box.y, 103);
    assert.equal(snapped(box, [{ x: 300, y: 98, width: 40, height: 20 }], page, 5, [123]).box.y, 98);
    assert.equal(snapped(box, [], page, 5, [130]).box.y, 100);
});

test("A template adds its documents, its people after those who are there, and its fields as theirs", () => {
    let number = 0;
    const part = {
        files: [{ id: "3", name: "Lease" }], emailSubject: "Lease", emailBlurb: "Hello",
        recipients: [
            { id: "1", role: "Tenant", person: { id: "1", name: "", email: "", routingOrder: 4 } },
            { id: "7", role: "", person: { id: "7", name: "Ben", email: "ben@example.org", routingOrder: 5 } },
            { id: "8", role: "Guarantor", person: { id: "8", name: "", email: "", routingOrder: 5 } },
        ],
        tabs: [{ id: "x", documentId: "3", recipientId: "7" }, { id: "y", documentId: "3", recipientId: "1" }],
    };
    const people = new Map([["1", { name: "Cy", email: "cy@example.org" }]]);
    const made = edits.addTemplate(contract(), part, people, () => `new${number += 1}`);
    assert.deepEqual(made.documents.map((one) => one.id), ["1", "2", "3"]);
    assert.deepEqual(made.recipients.slice(2).map(({ id, name, email, routingOrder }) => [id, name, email, routingOrder]), [
        ["3", "Cy", "cy@example.org", 3], ["4", "Ben", "ben@example.org", 4], ["5", "Guarantor", "", 4]]);
    assert.deepEqual(made.tabs.slice(2).map(({ id, recipientId }) => [id, recipientId]), [["new1", "4"], ["new2", "3"]]);
    assert.deepEqual([made.emailSubject, made.emailBlurb], ["Lease", "Hello"]);
    const own = edits.addTemplate({ ...contract(), emailSubject: "Mine" }, part, people, () => "n");
    assert.equal(own.emailSubject, "Mine");
});

test("Ten thousand random edits can all be undone and redone", () => {
    let seed = 36;
    const random = (most) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed % most;
    };
    for (let round = 0; round < 100; round += 1) {
        let history = begun(contract());
        const written = [JSON.stringify(history.present)];
        for (let step = 0; step < 100; step += 1) {
            const next = randomEdit(history.present, random, `${round}-${step}`);
            if (next !== history.present) {
                history = edited(history, next, null, step);
                written.push(JSON.stringify(next));
            }
        }
        for (const expected of [...written].reverse()) {
            assert.equal(JSON.stringify(history.present), expected);
            history = undone(history);
        }
        for (const expected of written.slice(1)) {
            history = redone(history);
            assert.equal(JSON.stringify(history.present), expected);
        }
    }
});

/**
 * @param {any} content
 * @param {(most: number) => number} random
 * @param {string} id
 */
function randomEdit(content, random, id) {
    const { recipients, documents, tabs } = content;
    const ids = new Set(tabs.filter(() => random(3) === 0).map((field) => field.id));
    const person = recipients[random(recipients.length || 1)]?.id ?? "1";
    const document = documents[random(documents.length || 1)]?.id ?? "1";
    switch (random(9)) {
    case 0: return edits.addPerson(content, { name: id });
    case 1: return edits.changePerson(content, person, { note: random(2) === 0 ? undefined : id });
    case 2: return random(4) === 0 ? edits.removePerson(content, person) : content;
    case 3: return edits.moveDocument(content, document, random(5) - 2);
    case 4: return random(6) === 0 ? edits.removeDocument(content, document) : edits.renameDocument(content, document, id);
    case 5: return edits.addFields(content, [newField({
        id, kind: kindNames[random(kindNames.length)], documentId: document, page: 1, recipientId: person,
        x: random(612), y: random(792),
    }, "Field", tabs)]);
    case 6: return edits.changeFields(content, ids, ({ frame }) => ({
        frame: edits.onPage({ ...frame, x: frame.x + random(50) - 25 }, page),
    }));
    case 7: return edits.removeFields(content, ids);
    default: return edits.addFields(content, edits.copies(tabs.slice(0, 2), () => `${id}-${random(1e6)}`, () => page));
    }
}
