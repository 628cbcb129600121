// Asks for the code without which nothing is shown, where the page has no cookie and so no form of its own.

import { accessHeaders } from "./access.js";
import { Refusal } from "./api.js";
import { element } from "./dom.js";
import { attempt } from "./embedding.js";
import { text } from "./text.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} explanation
 * @property {string} label
 * @property {string} button
 * @property {string|null} [note]
 * @property {string|null} [send] the button that has a code sent
 * @property {boolean} takesCode
 * @property {boolean} isByMail
 * @property {string|null} [problem]
 * @property {boolean} [passed]
 */

/**
 * Asks until the code has been given.
 * @param {(content: HTMLElement[], title: string) => void} show
 */
export async function prove(show) {
    /** @type {Question} */
    let question = await attempt("proof");
    while (!question.passed) {
        question = await answerTo(question, show);
    }
}

/**
 * @param {Question} question
 * @param {(content: HTMLElement[], title: string) => void} show
 * @returns {Promise<Question>} what the host says to the answer
 */
function answerTo(question, show) {
    return new Promise((resolve, reject) => {
        const problem = element("p", { id: "proof-problem", class: "problem", role: "alert" }, question.problem ?? "");
        const code = element("input", {
            id: "proof-code", required: true, maxlength: 200, spellcheck: "false", autocapitalize: "off",
            autocomplete: question.isByMail ? "one-time-code" : "off",
            inputmode: question.isByMail ? "numeric" : null,
            "aria-describedby": question.problem ? problem.id : null,
            "aria-invalid": question.problem ? "true" : null,
        });
        const send = question.send
            ? element("button", { type: "button", onclick: () => post("proof/send", "") }, question.send) : null;
        const form = element("form", { class: "proof-form", novalidate: true },
            question.takesCode ? element("label", { for: code.id }, question.label) : null,
            question.takesCode ? code : null,
            problem,
            element("div", { class: "consent-actions" },
                question.takesCode ? element("button", { type: "submit", class: "primary" }, question.button) : null,
                send));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            post("proof", code.value.trim());
        });
        show([element("main", { class: "consent" }, element("div", { class: "card" },
            element("h1", { tabindex: "-1" }, question.title),
            element("p", {}, question.explanation), form,
            question.note ? element("p", { class: "quiet-text" }, question.note) : null))], question.title);
        if (question.problem) {
            code.focus();
        }

        /**
         * @param {string} path
         * @param {string} entered
         */
        async function post(path, entered) {
            try {
                const response = await fetch(path, {
                    method: "POST", headers: accessHeaders(), credentials: "omit",
                    body: new URLSearchParams({ code: entered }),
                });
                const content = await response.json().catch(() => null);
                if (response.ok) {
                    resolve(content);
                } else if (response.status < 500) {
                    reject(new Refusal(response.status, content?.error ?? {}));
                } else {
                    problem.textContent = text("error.unknown");
                }
            } catch {
                problem.textContent = text("error.unreachable");
            }
        }
    });
}
