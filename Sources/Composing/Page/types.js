// The shapes of what goes to the host and comes from it. Lengths are in points here, from the top left of the page as a
// reader sees it (draftapi.js).

/** @typedef {import("./pages.js").Box} Box */

/**
 * @typedef {"signHere"|"initialHere"|"dateSigned"|"fullName"|"email"|"text"|"checkbox"|"radio"|"list"
 *   |"signerAttachment"} FieldKind
 */

/**
 * A field for a person. Members that this page does not know come back as they were.
 * @typedef {object} Field
 * @property {string} id
 * @property {FieldKind} kind
 * @property {string} documentId
 * @property {string} recipientId
 * @property {number} page counted from 1
 * @property {Box} frame
 * @property {string} label
 * @property {boolean} required
 * @property {boolean} locked
 * @property {string} [value]
 * @property {number} [maxLength]
 * @property {string} [tooltip]
 * @property {{group: string, value: string}} [choice]
 * @property {{text: string, value: string}[]} [options]
 */

/** @typedef {"signer"|"inPersonSigner"|"carbonCopy"|"certifiedDelivery"} PersonKind */

/**
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {string} email
 * @property {PersonKind} [kind] a signer where there is none
 * @property {number} routingOrder from 1; people with the same number act at the same time
 * @property {{name: string, email: string}} [host]
 * @property {string} [note]
 * @property {string|true} [code] an access code: a new one, or the one that the host has
 * @property {boolean} [mailCode] whether they have to enter a code from a message
 * @property {{subject?: string, body?: string, language?: string}} [emailNotification]
 */

/**
 * What the sender decides, as one value. An edit makes a new one.
 * @typedef {object} Content
 * @property {string} emailSubject
 * @property {string} [emailBlurb]
 * @property {{reminders?: {delay: number, frequency: number, days?: number[]}, expiry?: {after: number, warn: number}}} [notification]
 * @property {{id: string, name: string}[]} documents in their order
 * @property {Person[]} recipients
 * @property {Field[]} tabs
 */

/**
 * @typedef {object} Problem
 * @property {string} code
 * @property {{part: "documents"|"recipients"|"tabs"|"message"|"envelope", id?: string, member?: string}} place
 * @property {Record<string, string>} facts
 */

/** @typedef {import("./pages.js").PagedFile} PagedFile */

/**
 * A place of a file where its maker meant a field: one of the file's own form.
 * @typedef {Pick<Field, "kind"|"page"|"frame"|"label"|"required"|"maxLength"|"tooltip"|"choice"|"options">} FoundField
 */

/**
 * What a file has for people who write on it: fields of its form, printed lines and empty squares.
 * @typedef {object} FoundPlaces
 * @property {FoundField[]} fields
 * @property {{kind: "line"|"box", page: number, frame: Box}[]} rules
 */

/** @typedef {{id: string, name: string, pages: number, roles: string[]}} OfferedTemplate */

/**
 * What a template brings. Its people and fields get ids of their own.
 * @typedef {object} TemplatePart
 * @property {PagedFile[]} files
 * @property {{id: string, role: string, person: Person}[]} recipients a fixed person has no role
 * @property {Field[]} tabs
 * @property {string} emailSubject
 * @property {string} [emailBlurb]
 */

/**
 * The draft as the host has it.
 * @typedef {object} HeldDraft
 * @property {number} version
 * @property {Content} content
 * @property {PagedFile[]} files
 * @property {Problem[]} problems
 * @property {boolean} sends
 * @property {boolean} beginsWithFields
 * @property {boolean} [previews] whether the page can be shown as each recipient sees it
 * @property {{name: string, email: string}} sender
 * @property {Fixed|null} [fixed]
 * @property {boolean} [makesTemplates]
 * @property {boolean} [offersTemplates]
 * @property {boolean} [hasClosingWindow] whether the window around the page has a control that closes and saves
 * @property {string|null} [pickerTitle] the words of a button with which documents of the app are picked
 * @property {Part[]} [locked]
 */

/**
 * What an app can keep from being changed.
 * @typedef {"documents"|"recipients"|"fields"|"message"} Part
 */

/**
 * What stays as it is in an envelope that was sent and is corrected.
 * @typedef {object} Fixed
 * @property {string[]} documents that stay
 * @property {boolean} closesDocuments whether documents can be added, renamed and moved no more
 * @property {string[]} fieldsOf the documents whose fields stay
 * @property {string[]} finished the people who have finished
 */

export {};
