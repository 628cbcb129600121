// The addresses that a code goes to: e-mail addresses and phone numbers, and the forms that ask for one.

import { oneFieldForm } from "./screens.js";
import { text } from "./text.js";

/** @param {string} address */
export function kindOf(address) {
    return address.includes("@") ? "email" : "phone";
}

/**
 * @param {string|undefined} identifier what the site knows already
 * @param {(address: string) => Promise<void>} submit
 */
export function emailForm(identifier, submit) {
    return oneFieldForm({
        label: text("signin.email"), button: text("signin.continue"), missing: text("signin.emailNeeded"),
        input: {
            type: "email", name: "email", autocomplete: "email", maxlength: 254, autocapitalize: "none",
            value: identifier?.includes("@") ? identifier : null,
        },
        isComplete: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
        submit,
    });
}

/**
 * @param {string|undefined} identifier what the site knows already
 * @param {(address: string) => Promise<void>} submit
 */
export function numberForm(identifier, submit) {
    return oneFieldForm({
        label: text("signin.phone"), button: text("signin.continue"), missing: text("signin.phoneNeeded"),
        input: {
            type: "tel", name: "phone", autocomplete: "tel", maxlength: 40,
            value: identifier?.startsWith("+") ? identifier : null,
        },
        isComplete: (value) => /^\+[1-9](?:[\s().-]*\d){6,14}$/.test(value),
        submit,
    });
}
