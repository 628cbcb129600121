import assert from "node:assert/strict";
import test from "node:test";
import { openMemory } from "./memory.js";

/** A browser's store that holds so many characters. */
function store(room = Infinity) {
    const kept = new Map();
    globalThis.localStorage = {
        getItem: (name) => kept.get(name) ?? null,
        setItem(name, value) {
            if (value.length > room) {
                throw new Error("full");
            }
            kept.set(name, value);
        },
        removeItem: (name) => kept.delete(name),
    };
    return kept;
}

const session = (email, copies = true) => ({ recipient: { email }, rules: { copies } });

test("What is remembered is for one address alone, and the store does not name it", async () => {
    const kept = store();
    const memory = await openMemory(session("Ann@Example.org"));
    memory.keep("signature", { method: "typed", text: "Ann", face: "kristi" });
    assert.deepEqual((await openMemory(session(" ann@example.org"))).recall("signature"), {
        method: "typed", text: "Ann", face: "kristi",
    });
    assert.equal(memory.recall("initials"), null);
    assert.equal((await openMemory(session("bo@example.org"))).recall("signature"), null);
    assert.match([...kept.keys()].join(" "), /^countersign\.mark\.[0-9a-f]{64}$/);
    memory.forget("signature");
    assert.equal(kept.size, 0);
});

test("Nothing is remembered or read on a device that passes from person to person, nor without a store", async () => {
    store();
    assert.equal(await openMemory(session("ann@example.org", false)), null);
    assert.equal(await openMemory(session("")), null);
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("denied"); } });
    assert.equal(await openMemory(session("ann@example.org")), null);
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: undefined });
});

test("A drawing is kept without its times and pressures, and none stays where the store is full", async () => {
    const kept = store(200);
    const memory = await openMemory(session("ann@example.org"));
    memory.keep("signature", { method: "drawn", strokes: [[{ x: 1, y: 2, t: 3, p: 0.5 }]], width: 1000, height: 400 });
    assert.deepEqual(memory.recall("signature").strokes, [[{ x: 1, y: 2 }]]);
    memory.keep("signature", { method: "uploaded", picture: "A".repeat(300) });
    assert.equal(kept.size, 0);
});
