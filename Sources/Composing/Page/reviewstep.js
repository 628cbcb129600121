// The last step: the message, reminders and the end of the time to sign, what is still missing, and sending.

import { element, icon, icons } from "./dom.js";
import { inTurn, overlaps, signs } from "./edits.js";
import { badge, nameOf } from "./people.js";
import { labelled, problemAt, showProblem, wholeSentence } from "./problems.js";
import { saveAsTemplate } from "./templates.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */

const standardExpiry = 120; // days
const mostPairs = 5; // of overlapping fields that are named

/**
 * @param {Composer} composer
 * @returns {{element: HTMLElement, show: () => void, check: () => void}}
 */
export function reviewStep(composer) {
    const { draft } = composer;
    const form = element("section", { class: "card", "aria-labelledby": "message-title" });
    const state = element("section", { class: "card", "aria-labelledby": "state-title" });
    const who = element("section", { class: "card", "aria-labelledby": "who-title" });
    const main = element("main", { class: "step prepare" },
        element("h1", { class: "unseen", tabindex: "-1" }, text("step.review")), state, form, who);

    let hasProposed = false;

    /** A subject, where the sender has none: the name of the first document. */
    function proposeSubject() {
        const [first] = draft.content.documents;
        if (!hasProposed && !draft.locks("message") && draft.content.emailSubject === "" && first !== undefined) {
            hasProposed = true;
            const name = first.name.replace(/\.(pdf|png|jpe?g)$/i, "");
            draft.edit((now) => ({ ...now, emailSubject: text("message.proposed", { name }) }), { isTyped: true });
        }
    }

    function show() {
        proposeSubject();
        const { content } = draft;
        const subject = element("input", { type: "text", value: content.emailSubject, maxlength: 255, dir: "auto", readonly: draft.locks("message") });
        subject.addEventListener("input", () => draft.edit((now) => ({ ...now, emailSubject: subject.value }),
            { key: "subject", isTyped: true }));
        const message = element("textarea", { rows: 5, maxlength: 10000, dir: "auto", readonly: draft.locks("message") }, content.emailBlurb ?? "");
        message.addEventListener("input", () => draft.edit((now) => ({ ...now, emailBlurb: message.value || undefined }),
            { key: "message", isTyped: true }));
        composer.keepingFocus(() => {
            form.replaceChildren(
                element("h2", { id: "message-title" }, text("message.title")),
                labelled("message-emailSubject", text("message.subject"), subject),
                labelled("message-emailBlurb", text("message.text"), message),
                ...timing());
            who.replaceChildren(
                element("h2", { id: "who-title" }, text("review.who")),
                element("ol", { class: "turns" }, ...inTurn(content).map((person) => element("li", {},
                    badge(content, person),
                    element("span", { class: "turn-name" }, nameOf(person), " ",
                        element("span", { class: "quiet-text", dir: "auto" }, person.email)),
                    element("span", { class: "quiet-text" }, text(`people.kind.${person.kind ?? "signer"}`), ", ",
                        text("review.fields", { count: content.tabs.filter((tab) => tab.recipientId === person.id).length })),
                    draft.previews && person.kind !== "carbonCopy" && element("button", {
                        type: "button", id: `preview-${person.id}`, class: "quiet",
                        "aria-label": text("review.previewAs", { name: nameOf(person) }),
                        onclick: () => composer.preview(content.recipients.indexOf(person)),
                    }, text("review.preview"))))),
                ...draft.makesTemplates ? [element("div", { class: "card-actions" }, element("button", {
                    type: "button", id: "template-save", class: "quiet", onclick: () => saveAsTemplate(composer),
                }, text("template.save")))] : []);
        });
        check();
    }

    function timing() {
        const { notification } = draft.content;
        /** @param {Partial<NonNullable<import("./types.js").Content["notification"]>>} changes */
        const change = (changes) => draft.edit((now) => {
            const { reminders, expiry } = { expiry: { after: standardExpiry, warn: 0 }, ...now.notification, ...changes };
            return { ...now, notification: { ...reminders && { reminders }, ...expiry && { expiry } } };
        }, { key: "timing", isTyped: true });
        const delay = number(notification?.reminders?.delay ?? "", (days) =>
            change({ reminders: days === null ? undefined : { delay: days, frequency: notification?.reminders?.frequency ?? days } }));
        const expiry = number(notification === undefined ? standardExpiry : notification.expiry?.after ?? "", (days) =>
            change({ expiry: days === null ? undefined : { after: days, warn: notification?.expiry?.warn ?? 0 } }));
        for (const entry of [delay, expiry]) {
            entry.readOnly = draft.locks("message");
        }
        return [element("div", { class: "person-entries" },
            labelled("message-reminderDelay", text("message.reminder"), delay),
            labelled("message-expiry", text("message.expiry"), expiry))];
    }

    function check() {
        for (const member of ["emailSubject", "emailBlurb", "reminderDelay", "expiry"]) {
            showProblem(`message-${member}`, problemAt(draft, true,
                (place) => place.part === "message" && place.member === member));
        }
        const problems = draft.problems;
        state.replaceChildren(
            element("h2", { id: "state-title" }, problems.length === 0 ? text("review.ready") : text("review.missing")),
            problems.length === 0
                ? element("p", { class: "good" }, icon(icons.check),
                    text(draft.corrects ? "review.canCorrect" : draft.sends ? "review.canSend" : "review.canReturn"))
                : element("ul", { class: "problem-list" }, ...problems.map((problem) => element("li", {},
                    element("button", { type: "button", class: "quiet", onclick: () => composer.goTo(problem) },
                        wholeSentence(draft, problem))))),
            ...remarks());
    }

    /** What does not keep the draft from being sent, but is perhaps not meant. */
    function remarks() {
        const { recipients, tabs } = draft.content;
        const without = recipients.filter((person) => signs(person) && !tabs.some((tab) => tab.recipientId === person.id));
        const pairs = overlaps(tabs).slice(0, mostPairs);
        return [
            ...without.map((person) => element("p", { class: "remark" }, text("review.noFields", { name: nameOf(person) }))),
            ...pairs.map(([one, other]) => element("button", {
                type: "button", class: "quiet remark",
                onclick: () => composer.goTo({ code: "", facts: {}, place: { part: "tabs", id: other.id } }),
            }, text("review.overlap", { one: one.label, other: other.label, page: one.page }))),
        ];
    }

    return { element: main, show, check };
}

/**
 * @param {number|string} value
 * @param {(value: number|null) => void} change
 */
function number(value, change) {
    const input = element("input", { type: "text", inputmode: "numeric", maxlength: 3, value: String(value) });
    input.addEventListener("input", () => {
        const digits = input.value.trim();
        if (digits === "" || /^\d+$/.test(digits)) {
            change(digits === "" ? null : Number(digits));
        }
    });
    return input;
}
