// The people of the draft: who signs, who hosts, who gets a copy, in which order, and how each proves who they are.

import { action } from "./documentlist.js";
import { element, icon, icons } from "./dom.js";
import { addPerson, changePerson, inTurn, removePerson } from "./edits.js";
import { suggestPeople } from "./knownpeople.js";
import { badge, nameOf } from "./people.js";
import { labelled, problemAt, showProblem } from "./problems.js";
import { languages, text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").PersonKind} PersonKind */

/** @type {PersonKind[]} */
const personKinds = ["signer", "inPersonSigner", "carbonCopy", "certifiedDelivery"];
// The host's names of the members, and the ends of the controls' ids.
const members = /** @type {const} */ ({
    name: "name", email: "email", host: "host-name", hostName: "host-name", hostEmail: "host-email", note: "note",
    routingOrder: "order", language: "language",
});

/**
 * @param {Composer} composer
 * @returns {{element: HTMLElement, show: () => void, check: () => void}}
 */
export function peopleList(composer) {
    const { draft, announcer } = composer;
    /** @type {Set<string>} whose further settings are open */
    const opened = new Set();
    const list = element("ol", { class: "people" });
    const adding = element("button", {
        type: "button", id: "person-add",
        onclick: () => add({}),
    }, icon(icons.plus), text("people.add"));
    const addingMe = element("button", {
        type: "button", id: "person-me", class: "quiet",
        onclick: () => add({ name: draft.sender.name, email: draft.sender.email }),
    }, text("people.addMe"));
    const card = element("section", { class: "card", "aria-labelledby": "people-title" },
        element("h2", { id: "people-title", tabindex: "-1" }, text("people.title")),
        element("p", { id: "people-problem", class: "problem" }),
        list,
        element("div", { class: "card-actions" }, adding, addingMe));

    /** @param {Partial<Person>} known */
    function add(known) {
        draft.edit((content) => addPerson(content, known));
        const person = draft.content.recipients[draft.content.recipients.length - 1];
        document.getElementById(`person-${person.id}-${known.name === undefined ? "name" : "remove"}`)?.focus();
    }

    function show() {
        composer.keepingFocus(() => list.replaceChildren(...inTurn(draft.content).map(row)));
        adding.hidden = draft.locks("recipients");
        addingMe.hidden = adding.hidden || draft.content.recipients.some((person) => person.email === draft.sender.email);
        check();
    }

    /** @param {Person} person */
    function row(person) {
        const { id } = person;
        if (draft.fixed?.finished.includes(id) === true) {
            return fixedRow(person, icon(icons.check), " ", text("people.finished"));
        }
        if (draft.locks("recipients")) {
            return fixedRow(person, text(`people.kind.${person.kind ?? "signer"}`));
        }
        const kind = person.kind ?? "signer";
        const start = `person-${id}`;
        const name = nameOf(person);
        const sign = badge(draft.content, person);
        /**
         * @param {Partial<Person>} changes
         * @param {string} key
         */
        const type = (changes, key) => {
            draft.edit((content) => changePerson(content, id, changes), { key: `${start}-${key}`, isTyped: true });
            const now = draft.content.recipients.find((one) => one.id === id);
            if (now !== undefined) {
                sign.textContent = badge(draft.content, now).textContent;
            }
        };
        const choice = element("select", {
            onchange: () => draft.edit((content) => changePerson(content, id, ofKind(
                person, /** @type {PersonKind} */ (choice.value)))),
        }, ...personKinds.map((one) => element("option", { value: one, selected: one === kind }, text(`people.kind.${one}`))));
        const nameEntry = entry("text", person.name, "off", (value) => type({ name: value }, "name"));
        const emailEntry = entry("email", person.email, "off", (value) => type({ email: value }, "email"));
        suggestPeople(nameEntry, emailEntry);
        const count = Math.max(draft.content.recipients.length, person.routingOrder);
        const order = element("select", {
            onchange: () => draft.edit((content) => changePerson(content, id, { routingOrder: Number(order.value) })),
        }, ...Array.from({ length: count }, (_, index) => element("option", {
            value: index + 1, selected: person.routingOrder === index + 1,
        }, String(index + 1))));
        return element("li", {}, element("div", { class: "person", role: "group", "aria-label": name },
            sign,
            element("div", { class: "person-entries" },
                labelled(`${start}-name`, text("people.name"), nameEntry),
                labelled(`${start}-email`, text("people.email"), emailEntry),
                labelled(`${start}-kind`, text("people.kind"), choice),
                labelled(`${start}-order`, text("people.order"), order),
                ...kind === "inPersonSigner" ? hostEntries(person, start, type) : [],
                furtherSettings(person, start, type)),
            action("remove", text("people.remove", { name }), `${start}-remove`, false, () => {
                draft.edit((content) => removePerson(content, id));
                announcer.say(text("people.removed", { name }));
                adding.focus();
            })));
    }

    /**
     * Somebody of whom nothing changes.
     * @param {Person} person
     * @param {(string|Node)[]} note
     */
    function fixedRow(person, ...note) {
        return element("li", {}, element("div", { class: "person", role: "group", "aria-label": nameOf(person) },
            badge(draft.content, person),
            element("div", { class: "person-entries" },
                element("p", { id: `person-${person.id}-name`, tabindex: "-1" }, nameOf(person), " ",
                    element("span", { class: "quiet-text", dir: "auto" }, person.email)),
                element("p", { class: "quiet-text" }, ...note))));
    }

    /**
     * @param {Person} person
     * @param {string} start
     * @param {(changes: Partial<Person>, key: string) => void} type
     */
    function hostEntries(person, start, type) {
        const host = () => draft.content.recipients.find((one) => one.id === person.id)?.host ?? { name: "", email: "" };
        return [
            labelled(`${start}-host-name`, text("people.hostName"), entry("text", host().name, "off",
                (name) => type({ host: { ...host(), name } }, "host-name"))),
            labelled(`${start}-host-email`, text("people.hostEmail"), entry("email", host().email, "off",
                (email) => type({ host: { ...host(), email } }, "host-email"))),
        ];
    }

    /**
     * @param {Person} person
     * @param {string} start
     * @param {(changes: Partial<Person>, key: string) => void} type
     */
    function furtherSettings(person, start, type) {
        const code = entry("text", typeof person.code === "string" ? person.code : "", "off",
            (value) => type({ code: value === "" ? undefined : value }, "code"));
        code.maxLength = 50;
        if (person.code === true) {
            code.placeholder = text("people.codeKept");
        }
        const note = element("textarea", { rows: 2, maxlength: 1000, dir: "auto" }, person.note ?? "");
        note.addEventListener("input", () => type({ note: note.value || undefined }, "note"));
        const language = element("select", {
            onchange: () => type({
                emailNotification: { ...person.emailNotification, language: language.value || undefined },
            }, "language"),
        }, element("option", { value: "" }, text("people.languageOpen")),
        ...languages.map(({ tag, name }) => element("option", {
            value: tag, lang: tag, selected: person.emailNotification?.language === tag,
        }, name)));
        const mailCode = element("input", {
            type: "checkbox", id: `${start}-mail-code`, checked: person.mailCode === true,
            onchange: () => type({ mailCode: mailCode.checked || undefined }, "mail-code"),
        });
        const details = element("details", { class: "further", open: opened.has(person.id) },
            element("summary", {}, text("people.further")),
            element("div", { class: "person-entries" },
                labelled(`${start}-code`, text("people.code"), code),
                labelled(`${start}-language`, text("people.language"), language),
                element("div", { class: "tick" }, mailCode,
                    element("label", { for: mailCode.id }, text("people.mailCode"))),
                labelled(`${start}-note`, text("people.note"), note)));
        details.addEventListener("toggle", () => {
            if (details.open) { opened.add(person.id); } else { opened.delete(person.id); }
        });
        return details;
    }

    function check() {
        for (const { id } of draft.content.recipients) {
            for (const end of new Set(Object.values(members))) {
                showProblem(`person-${id}-${end}`, problemAt(draft, composer.isStrict, (place) =>
                    place.part === "recipients" && place.id === id && controlOf(place.member) === end));
            }
        }
        const line = /** @type {HTMLElement} */ (card.querySelector("#people-problem"));
        line.textContent = composer.isStrict
            ? problemAt(draft, true, (place) => place.part === "recipients" && place.id === undefined) : "";
    }

    return { element: card, show, check };
}

/**
 * The end of the id of the control that a member of a person is entered in.
 * @param {string|undefined} member
 */
export function controlOf(member) {
    return /** @type {Record<string, string>} */ (members)[member ?? ""] ?? "name";
}

/**
 * What changes as a person gets another part.
 * @param {Person} person
 * @param {PersonKind} kind
 * @returns {Partial<Person>}
 */
function ofKind(person, kind) {
    return {
        kind: kind === "signer" ? undefined : kind,
        host: kind === "inPersonSigner" ? person.host ?? { name: "", email: "" } : undefined,
    };
}

/**
 * @param {string} type
 * @param {string} value
 * @param {string} autocomplete
 * @param {(value: string) => void} change
 */
function entry(type, value, autocomplete, change) {
    const input = element("input", { type, value, autocomplete, maxlength: 255, dir: "auto", spellcheck: "false" });
    input.addEventListener("input", () => change(input.value));
    return input;
}
