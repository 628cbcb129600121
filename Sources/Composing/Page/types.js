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
 * The draft as the host has it.
 * @typedef {object} HeldDraft
 * @property {number} version
 * @property {Content} content
 * @property {PagedFile[]} files
 * @property {Problem[]} problems
 * @property {boolean} sends
 * @property {boolean} beginsWithFields
 * @property {{name: string, email: string}} sender
 */

export {};
