// Edits of a draft as pure functions: each takes the content and returns a new one, or the same where nothing changes.

/** @typedef {import("./types.js").Content} Content */
/** @typedef {import("./types.js").Person} Person */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./pages.js").PageSize} PageSize */

// Documents

/**
 * @param {Content} content
 * @param {{id: string, name: string}} file
 * @returns {Content}
 */
export function addDocument(content, { id, name }) {
    return { ...content, documents: [...content.documents, { id, name }] };
}

/**
 * @param {Content} content
 * @param {string} id
 * @param {string} name
 * @returns {Content}
 */
export function renameDocument(content, id, name) {
    return { ...content, documents: content.documents.map((one) => one.id === id ? { ...one, name } : one) };
}

/**
 * Takes a document out, and the fields on it.
 * @param {Content} content
 * @param {string} id
 * @returns {Content}
 */
export function removeDocument(content, id) {
    return {
        ...content,
        documents: content.documents.filter((one) => one.id !== id),
        tabs: content.tabs.filter((tab) => tab.documentId !== id),
    };
}

/**
 * @param {Content} content
 * @param {string} id
 * @param {number} by how many places down
 * @returns {Content}
 */
export function moveDocument(content, id, by) {
    const documents = [...content.documents];
    const from = documents.findIndex((one) => one.id === id);
    const to = Math.min(Math.max(from + by, 0), documents.length - 1);
    if (from < 0 || from === to) {
        return content;
    }
    documents.splice(to, 0, ...documents.splice(from, 1));
    return { ...content, documents };
}

// People

/**
 * Adds somebody who acts after all others.
 * @param {Content} content
 * @param {Partial<Person>} [known]
 * @returns {Content}
 */
export function addPerson(content, known = {}) {
    const numbers = content.recipients.map((person) => Number(person.id)).filter(Number.isInteger);
    const routingOrder = Math.max(0, ...content.recipients.map((person) => person.routingOrder)) + 1;
    const person = { name: "", email: "", routingOrder, ...known, id: String(Math.max(0, ...numbers) + 1) };
    return { ...content, recipients: [...content.recipients, person] };
}

/**
 * Changes a person. A change to undefined takes the member away.
 * @param {Content} content
 * @param {string} id
 * @param {Partial<Person>} changes
 * @returns {Content}
 */
export function changePerson(content, id, changes) {
    return { ...content, recipients: content.recipients.map((one) => one.id === id ? changed(one, changes) : one) };
}

/**
 * Takes a person out, and their fields.
 * @param {Content} content
 * @param {string} id
 * @returns {Content}
 */
export function removePerson(content, id) {
    return {
        ...content,
        recipients: content.recipients.filter((one) => one.id !== id),
        tabs: content.tabs.filter((tab) => tab.recipientId !== id),
    };
}

/**
 * People in the order in which they act.
 * @param {Content} content
 * @returns {Person[]}
 */
export function inTurn(content) {
    return [...content.recipients].sort((one, other) => one.routingOrder - other.routingOrder);
}

/** @param {Person} person */
export function signs(person) {
    return person.kind === undefined || person.kind === "signer" || person.kind === "inPersonSigner";
}

// Templates

/** @typedef {import("./types.js").TemplatePart} TemplatePart */

/**
 * Adds what a template brings: its people act after those who are there.
 * @param {Content} content
 * @param {TemplatePart} part
 * @param {Map<string, {name: string, email: string}>} people by the ids of their roles
 * @param {() => string} newId
 * @returns {Content}
 */
export function addTemplate(content, part, people, newId) {
    const after = Math.max(0, ...content.recipients.map((person) => person.routingOrder));
    const first = Math.min(...part.recipients.map(({ person }) => person.routingOrder));
    /** @type {Map<string, string>} */
    const ids = new Map();
    let made = content;
    for (const { id, role, person } of part.recipients) {
        const known = people.get(id);
        made = addPerson(made, {
            ...person, id: undefined, ...role !== "" && { name: known?.name || role, email: known?.email ?? "" },
            routingOrder: after + person.routingOrder - first + 1,
        });
        ids.set(id, made.recipients[made.recipients.length - 1].id);
    }
    for (const { id, name } of part.files) {
        made = addDocument(made, { id, name });
    }
    const tabs = part.tabs.map((tab) => ({ ...tab, id: newId(), recipientId: ids.get(tab.recipientId) ?? "" }));
    return {
        ...addFields(made, tabs), emailSubject: content.emailSubject || part.emailSubject,
        ...(content.emailBlurb || part.emailBlurb) && { emailBlurb: content.emailBlurb || part.emailBlurb },
    };
}

// Fields

/**
 * @param {Content} content
 * @param {Field[]} fields
 * @returns {Content}
 */
export function addFields(content, fields) {
    return { ...content, tabs: [...content.tabs, ...fields] };
}

/**
 * @param {Content} content
 * @param {Set<string>} ids
 * @param {(field: Field) => Partial<Field>} change
 * @returns {Content}
 */
export function changeFields(content, ids, change) {
    return { ...content, tabs: content.tabs.map((tab) => ids.has(tab.id) ? changed(tab, change(tab)) : tab) };
}

/**
 * @param {Content} content
 * @param {Set<string>} ids
 * @returns {Content}
 */
export function removeFields(content, ids) {
    return { ...content, tabs: content.tabs.filter((tab) => !ids.has(tab.id)) };
}

/**
 * Copies of fields a little further down, or at the same place of other pages.
 * @param {Field[]} fields
 * @param {() => string} newId
 * @param {(field: Field) => PageSize|undefined} sizeOf the size of a field's page
 * @param {{documentId: string, page: number}} [page]
 * @returns {Field[]}
 */
export function copies(fields, newId, sizeOf, page) {
    return fields.map((field) => {
        const copy = { ...field, id: newId(), ...page };
        const shift = page === undefined ? 12 : 0;
        const size = sizeOf(copy);
        const frame = { ...field.frame, x: field.frame.x + shift, y: field.frame.y + shift };
        return { ...copy, frame: size === undefined ? frame : onPage(frame, size) };
    });
}

/**
 * The box moved, and where it is larger than the page made smaller, so that all of it lies on the page.
 * @param {Box} box
 * @param {PageSize} page
 * @returns {Box}
 */
export function onPage(box, page) {
    const width = Math.min(Math.max(box.width, 1), page.width);
    const height = Math.min(Math.max(box.height, 1), page.height);
    return {
        x: rounded(Math.min(Math.max(box.x, 0), page.width - width)),
        y: rounded(Math.min(Math.max(box.y, 0), page.height - height)),
        width: rounded(width), height: rounded(height),
    };
}

/**
 * The pairs of fields that lie on each other.
 * @param {Field[]} fields
 * @returns {[Field, Field][]}
 */
export function overlaps(fields) {
    /** @type {Map<string, Field[]>} */
    const pages = new Map();
    for (const field of fields) {
        const page = `${field.documentId} ${field.page}`;
        pages.set(page, [...pages.get(page) ?? [], field]);
    }
    /** @type {[Field, Field][]} */
    const found = [];
    for (const page of pages.values()) {
        const sorted = page.sort((one, other) => one.frame.y - other.frame.y);
        sorted.forEach((one, index) => {
            for (const other of sorted.slice(index + 1)) {
                if (other.frame.y >= one.frame.y + one.frame.height) {
                    break;
                }
                if (other.frame.x < one.frame.x + one.frame.width && one.frame.x < other.frame.x + other.frame.width) {
                    found.push([one, other]);
                }
            }
        });
    }
    return found;
}

/** @typedef {"left"|"center"|"right"|"top"|"middle"|"bottom"|"size"} Alignment */

/**
 * Boxes in one line with the first of them, or as large as it.
 * @param {Box} first
 * @param {Box} box
 * @param {Alignment} way
 * @returns {Box}
 */
export function aligned(first, box, way) {
    switch (way) {
    case "left": return { ...box, x: first.x };
    case "center": return { ...box, x: first.x + (first.width - box.width) / 2 };
    case "right": return { ...box, x: first.x + first.width - box.width };
    case "top": return { ...box, y: first.y };
    case "middle": return { ...box, y: first.y + (first.height - box.height) / 2 };
    case "bottom": return { ...box, y: first.y + first.height - box.height };
    default: return { ...box, width: first.width, height: first.height };
    }
}

/** @param {number} points */
function rounded(points) {
    return Math.round(points * 1000) / 1000;
}

/**
 * @template {object} Value
 * @param {Value} value
 * @param {Partial<Value>} changes
 * @returns {Value}
 */
function changed(value, changes) {
    const made = { ...value, ...changes };
    for (const [name, member] of Object.entries(made)) {
        if (member === undefined) {
            delete (/** @type {any} */ (made)[name]);
        }
    }
    return made;
}
