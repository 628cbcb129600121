// People to whom the sender has sent before, offered where a name is typed.

import { readPeople } from "./draftapi.js";
import { element } from "./dom.js";

/** @type {Promise<Map<string, string>>|null} names with their addresses, read once */
let known = null;

/**
 * Offers these people, and enters the address of the one whose name was chosen.
 * @param {HTMLInputElement} name
 * @param {HTMLInputElement} email
 */
export function suggestPeople(name, email) {
    name.setAttribute("list", "known-people");
    name.addEventListener("focus", () => { read(); }, { once: true });
    name.addEventListener("input", async () => {
        const address = (await read()).get(name.value);
        if (address !== undefined && email.value === "") {
            email.value = address;
            email.dispatchEvent(new Event("input"));
        }
    });
}

function read() {
    known ??= readPeople().then((people) => {
        document.body.append(element("datalist", { id: "known-people" }, ...people.map((person) =>
            element("option", { value: person.name, label: person.email }))));
        return new Map(people.map((person) => [person.name, person.email]));
    }).catch(() => new Map());
    return known;
}
