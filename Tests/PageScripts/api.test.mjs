import "./standins.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Api, Refusal } from "./api.js";
import { newKey } from "./requests.js";

/** Answers the next requests so, one after the other: null is none; what was asked. */
function host(...answers) {
    const asked = [];
    globalThis.fetch = async (path, { method, headers, body }) => {
        asked.push({ path, method, key: headers["Idempotency-Key"], body });
        const answer = answers.shift() ?? null;
        if (answer === null) {
            throw new TypeError("no network");
        }
        const [status, content] = answer;
        return new Response(JSON.stringify(content), { status });
    };
    return asked;
}

test("A key is a random UUID", () => {
    assert.match(newKey(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.notEqual(newKey(), newKey());
});

test("A write without an answer, or whose answer is worth another attempt, is sent again with its key", async () => {
    const asked = host(null, [503, {}], [200, { redirect: null, closing: null }]);
    assert.deepEqual(await new Api().finish("one"), { redirect: null, closing: null });
    assert.deepEqual(asked.map(({ key }) => key), ["one", "one", "one"]);
});

test("Writes go one after the other, also after a refused one", async () => {
    const asked = host([400, { error: { code: "bad", message: "No." } }], [200, { tabs: [] }]);
    const api = new Api();
    const first = api.fill("a", "1", newKey());
    const second = api.fill("b/c", "2", newKey());
    await assert.rejects(first, (failure) =>
        failure instanceof Refusal && failure.code === "bad" && failure.message === "No.");
    await second;
    assert.deepEqual(asked.map(({ path }) => path), ["fields/a", "fields/b%2Fc"]);
});

test("A refusal says whether anything is left to do", () => {
    assert.equal(new Refusal(409, { code: "voided" }).endsEnvelope, true);
    assert.equal(new Refusal(409, { code: "already_signed" }).endsEnvelope, true);
    assert.equal(new Refusal(409, { code: "being_changed" }).endsEnvelope, false);
});
