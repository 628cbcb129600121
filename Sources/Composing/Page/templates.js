// Starting from a template, and making one: a list to choose from, people for its roles, names for the roles of a new one.

import { makeTemplate, readTemplates, takeTemplate } from "./draftapi.js";
import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { addTemplate, inTurn, signs } from "./edits.js";
import { suggestPeople } from "./knownpeople.js";
import { nameOf } from "./people.js";
import { newKey } from "./requests.js";
import { text } from "./text.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").OfferedTemplate} OfferedTemplate */
/** @typedef {import("./types.js").TemplatePart} TemplatePart */

const searchPause = 250; // milliseconds without a letter until the list is read anew

/** @param {Composer} composer */
export async function startFromTemplate(composer) {
    const list = element("ul", { class: "offers" });
    const state = element("p", { class: "quiet-text", role: "status" });
    const search = element("input", { type: "search", id: "template-search", maxlength: 100, dir: "auto" });
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    search.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(show, searchPause);
    });
    const { dialog, showProblem } = openDialog({
        name: "templates", title: text("template.start"),
        content: [element("div", { class: "entry" }, element("label", { for: search.id }, text("template.search")), search), state, list],
        buttons: [element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel"))],
        onSubmit: show,
        onClosed: () => clearTimeout(timer),
    });
    await show();

    async function show() {
        const wanted = search.value.trim();
        try {
            const templates = await readTemplates(wanted);
            if (wanted !== search.value.trim()) {
                return;
            }
            state.textContent = templates.length > 0 ? "" : text(wanted === "" ? "template.none" : "template.notFound");
            list.replaceChildren(...templates.map((template) => element("li", {}, element("button", {
                type: "button", class: "offer", onclick: () => choose(template),
            }, element("strong", { dir: "auto" }, template.name), element("span", { class: "quiet-text" },
                text("document.pages", { count: template.pages }))))));
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }

    /** @param {OfferedTemplate} template */
    async function choose(template) {
        try {
            const part = await takeTemplate(template.id);
            dialog.close();
            askForPeople(composer, template.name, part);
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }
}

/**
 * Whoever is not known yet is left blank, and is then entered among the recipients.
 * @param {Composer} composer
 * @param {string} name
 * @param {TemplatePart} part
 */
function askForPeople(composer, name, part) {
    const roles = part.recipients.filter(({ role }) => role !== "");
    /** @type {Map<string, {name: string, email: string}>} */
    const people = new Map();
    const take = () => {
        const { draft } = composer;
        draft.files = [...draft.files.filter((one) => !part.files.some((file) => file.id === one.id)), ...part.files];
        draft.edit((content) => addTemplate(content, part, people, newKey));
        composer.announcer.say(text("template.added", { name }));
    };
    if (roles.length === 0) {
        take();
        return;
    }
    const entries = roles.map(({ id, role }, index) => {
        const person = element("input", { type: "text", id: `role-${index}-name`, maxlength: 255, dir: "auto", autocomplete: "off" });
        const email = element("input", { type: "email", id: `role-${index}-email`, maxlength: 320, dir: "auto", autocomplete: "off" });
        suggestPeople(person, email);
        const keep = () => people.set(id, { name: person.value.trim(), email: email.value.trim() });
        person.addEventListener("input", keep);
        email.addEventListener("input", keep);
        return element("fieldset", { class: "role" }, element("legend", { dir: "auto" }, role),
            element("div", { class: "person-entries" },
                element("div", { class: "entry" }, element("label", { for: person.id }, text("people.name")), person),
                element("div", { class: "entry" }, element("label", { for: email.id }, text("people.email")), email)));
    });
    const { dialog } = openDialog({
        name: "roles", title: text("template.roles"),
        content: [element("p", {}, text("template.rolesExplained")), ...entries],
        buttons: [
            element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            element("button", { type: "submit", class: "primary" }, text("template.use")),
        ],
        onSubmit: () => { dialog.close(); take(); },
    });
}

/** @param {Composer} composer */
export function saveAsTemplate(composer) {
    const { draft } = composer;
    const name = element("input", {
        type: "text", id: "template-name", maxlength: 100, dir: "auto", required: true, value: draft.content.emailSubject,
    });
    const roles = inTurn(draft.content).map((person, index) => {
        const role = element("input", {
            type: "text", id: `role-${person.id}`, maxlength: 100, dir: "auto",
            value: text(signs(person) ? "template.signer" : "template.reader", { number: index + 1 }),
        });
        return { person, role, entry: element("div", { class: "entry" },
            element("label", { for: role.id }, text("template.roleOf", { name: nameOf(person) })), role) };
    });
    const { dialog, showProblem } = openDialog({
        name: "new-template", title: text("template.save"),
        content: [
            element("p", {}, text("template.saveExplained")),
            element("div", { class: "entry" }, element("label", { for: name.id }, text("template.name")), name),
            ...roles.map(({ entry }) => entry),
        ],
        buttons: [
            element("button", { type: "button", onclick: () => dialog.close() }, text("action.cancel")),
            element("button", { type: "submit", class: "primary" }, text("template.save")),
        ],
        onSubmit: async () => {
            const names = roles.map(({ role }) => role.value.trim());
            if (name.value.trim() === "") {
                showProblem(text("template.nameMissing"));
            } else if (names.includes("") || new Set(names).size < names.length) {
                showProblem(text("template.rolesAlike"));
            } else {
                await save(Object.fromEntries(roles.map(({ person }, index) => [person.id, names[index]])));
            }
        },
    });

    /** @param {Record<string, string>} named */
    async function save(named) {
        try {
            await draft.flush();
            await makeTemplate(name.value.trim(), named);
            dialog.close();
            composer.announcer.confirm(text("template.saved", { name: name.value.trim() }), "template");
        } catch (failure) {
            showProblem(composer.reason(failure));
        }
    }
}
