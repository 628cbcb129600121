// Assigning one's part to somebody else.

import { Refusal } from "./api.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./ceremony.js").Ceremony} Ceremony */

/** @param {Ceremony} ceremony */
export function openDelegate(ceremony) {
    const key = newKey();
    const { limits, envelope } = ceremony.state.session;
    const name = field("input", { id: "delegate-name", type: "text", dir: "auto", maxlength: limits.recipientName });
    const email = field("input", { id: "delegate-email", type: "email", dir: "ltr", maxlength: 254 });
    const reason = field("textarea", { id: "delegate-reason", dir: "auto", rows: "3", maxlength: limits.delegationReason });
    const keep = element("button", { type: "button", onclick: () => dialog.close() }, text("delegate.keep"));
    const confirm = element("button", { type: "submit", class: "primary" }, text("delegate.confirm"));
    const { dialog, showProblem } = openDialog({
        name: "delegate",
        title: text("delegate.title"),
        content: [
            element("p", {}, text("delegate.explain", { sender: envelope.sender.name })),
            element("label", { for: name.id }, text("delegate.name")), name,
            element("label", { for: email.id }, text("delegate.email")), email,
            element("label", { for: reason.id }, text("delegate.reason")), reason,
        ],
        buttons: [keep, confirm],
        onSubmit: submit,
    });
    name.focus();

    /**
     * @param {HTMLInputElement|HTMLTextAreaElement} input
     * @param {string} sentence
     */
    function refuse(input, sentence) {
        input.setAttribute("aria-invalid", "true");
        showProblem(sentence);
        input.focus();
    }

    async function submit() {
        if (confirm.getAttribute("aria-busy") === "true") {
            return;
        }
        showProblem("");
        for (const input of [name, email, reason]) {
            input.removeAttribute("aria-invalid");
        }
        if (name.value.trim() === "") {
            refuse(name, text("delegate.nameNeeded"));
        } else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.value.trim())) {
            refuse(email, text("delegate.emailNeeded"));
        } else if (reason.value.trim() === "") {
            refuse(reason, text("delegate.reasonNeeded"));
        } else {
            await send();
        }
    }

    async function send() {
        confirm.setAttribute("aria-busy", "true");
        const person = { name: name.value.trim(), email: email.value.trim(), reason: reason.value.trim() };
        try {
            await ceremony.delegate(person, key);
        } catch (failure) {
            const isAddress = failure instanceof Refusal && failure.code.startsWith("new_email");
            if (isAddress) {
                refuse(email, ceremony.sentence(failure));
            } else {
                showProblem(ceremony.sentence(failure));
            }
        } finally {
            confirm.removeAttribute("aria-busy");
        }
    }
}

/**
 * A required field whose problem stands below the form.
 * @template {"input"|"textarea"} Name
 * @param {Name} kind
 * @param {Record<string, unknown>} attributes
 * @returns {HTMLElementTagNameMap[Name]}
 */
function field(kind, attributes) {
    const input = element(kind, {
        ...attributes, required: true, autocomplete: "off", "aria-describedby": "delegate-problem",
        oninput: () => input.removeAttribute("aria-invalid"),
    });
    return input;
}
