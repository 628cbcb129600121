// Sessions end after a while without use. Reading is use: as long as somebody scrolls, types or points,
// the session is kept alive; before it ends the page asks.

import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { text } from "./text.js";

/** @typedef {import("./api.js").Api} Api */

const signsOfLife = ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"];
const look = 5000; // milliseconds between two looks at the clock

/**
 * @param {Api} api
 * @param {number} allowance seconds without use after which the host ends the session
 */
export function watchIdleness(api, allowance) {
    const life = allowance * 1000;
    const warning = Math.min(120_000, life / 2);
    let lastAnswer = Date.now();
    let lastSign = Date.now();
    /** @type {HTMLDialogElement|null} */
    let question = null;

    const sign = () => { lastSign = Date.now(); };
    let touching = false;
    const touch = async () => {
        if (!touching) {
            touching = true;
            await api.session().catch(() => {});
            touching = false;
        }
    };
    for (const name of signsOfLife) {
        addEventListener(name, sign, { passive: true, capture: true });
    }
    api.on("answer", () => {
        lastAnswer = Date.now();
        question?.close();
    });

    setInterval(() => {
        const unused = Date.now() - lastAnswer;
        if (unused >= life) {
            touch();
        } else if (unused >= life - warning && question === null) {
            if (lastSign > lastAnswer) {
                touch();
            } else {
                ask();
            }
        } else if (unused >= life / 4 && lastSign > lastAnswer) {
            touch();
        }
    }, look);

    function ask() {
        const stay = element("button", { type: "submit", class: "primary" }, text("idle.stay"));
        question = openDialog({
            name: "idle",
            title: text("idle.title"),
            content: [element("p", {}, text("idle.explain"))],
            buttons: [stay],
            onSubmit: touch,
            onClosed: () => {
                question = null;
                touch();
            },
        }).dialog;
        stay.focus();
    }
}
