import assert from "node:assert/strict";
import test from "node:test";
import { isFixed, keepingFixed } from "./fixed.js";

const content = {
    emailSubject: "Lease",
    documents: [{ id: "1", name: "Lease" }, { id: "2", name: "Rules" }],
    recipients: [{ id: "1", name: "Ada" }, { id: "2", name: "Grace" }],
    tabs: [
        { id: "a", documentId: "1", recipientId: "1" }, { id: "b", documentId: "1", recipientId: "2" },
        { id: "c", documentId: "2", recipientId: "2" },
    ],
};
const fixed = { documents: ["1", "2"], closesDocuments: true, fieldsOf: ["1"], finished: ["1"] };
const edit = (changes, rules = fixed) => keepingFixed(content, { ...content, ...changes }, rules);
const ids = (list) => list.map((one) => one.id).sort().join("");

test("Without rules, and where an edit keeps to them, it stays as it is", () => {
    const free = { ...content, tabs: [], recipients: [] };
    assert.equal(keepingFixed(content, free, null), free);
    const allowed = { ...content, tabs: content.tabs.slice(0, 2), emailSubject: "Other" };
    assert.equal(keepingFixed(content, allowed, fixed), allowed);
});

test("Fields of a signed document and of somebody who has finished come back as they were", () => {
    assert.equal(ids(edit({ tabs: [] }).tabs), "ab");
    const moved = content.tabs.map((tab) => ({ ...tab, page: 7 }));
    assert.deepEqual(edit({ tabs: moved }).tabs.map((tab) => tab.page), [undefined, undefined, 7]);
    assert.equal(ids(edit({ tabs: [...content.tabs, { id: "d", documentId: "1", recipientId: "2" }] }).tabs), "abc");
    assert.equal(ids(edit({ tabs: [...content.tabs, { id: "d", documentId: "2", recipientId: "1" }] }).tabs), "abc");
    assert.ok(isFixed(fixed, content.tabs[1]) && !isFixed(fixed, content.tabs[2]) && !isFixed(null, content.tabs[0]));
});

test("Somebody who has finished stays, with their name; others may go with their fields", () => {
    const kept = edit({ recipients: [{ id: "2", name: "Grace H." }], tabs: [content.tabs[2]] });
    assert.deepEqual(kept.recipients.map((person) => person.name).sort(), ["Ada", "Grace H."]);
    const open = { ...fixed, fieldsOf: [] };
    assert.equal(ids(edit({ recipients: [content.recipients[0]], tabs: [content.tabs[0]] }, open).tabs), "a");
});

test("Closed documents stay as they are; seen ones only stay", () => {
    const renamed = [{ id: "2", name: "Rules" }, { id: "1", name: "Other" }, { id: "3", name: "More" }];
    assert.equal(edit({ documents: renamed }).documents, content.documents);
    const more = { id: "d", documentId: "3", recipientId: "2" };
    assert.equal(ids(edit({ documents: renamed, tabs: [...content.tabs, more] }).tabs), "abc", "no field without its document");
    const seen = { ...fixed, closesDocuments: false };
    assert.equal(edit({ documents: renamed }, seen).documents, renamed);
    assert.equal(ids(edit({ documents: [renamed[2]], tabs: content.tabs.slice(0, 2) }, seen).documents), "123");
});
