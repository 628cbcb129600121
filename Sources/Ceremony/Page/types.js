// The shapes that travel between this page and its host. Read by editors and type checkers; the page never loads it.

/**
 * A field of the document that belongs to the person signing.
 * `x`, `y`, `width` and `height` are points from the top left of the page as a reader sees it.
 * @typedef {object} Tab
 * @property {string} id
 * @property {"signHere"|"initialHere"|"dateSigned"|"fullName"|"email"|"text"|"checkbox"|"radio"|"list"|"signerAttachment"} kind
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} label
 * @property {boolean} required
 * @property {boolean} locked
 * @property {string|null} value a check box, a radio button and an optional place to sign hold "true" or "false", a list
 *   an option's value, a field that asks for a file its name
 * @property {number|null} maxLength in characters
 * @property {number|null} fontSize in points; null where it follows from the height
 * @property {"left"|"right"|null} alignment the side at which its text lies; null for the side at which it begins
 * @property {boolean} lines whether there is room for several lines that can be read
 * @property {string|null} dateFormat how a text field writes a date, such as DD/MM/YYYY; null where it holds no date
 * @property {string|null} tooltip
 * @property {string|null} placeholder what an empty text field shows; null for its label
 * @property {string|null} autocomplete the browser's word for what the field asks about the person
 * @property {Evidence|null} evidence the line below the signature in the field
 * @property {boolean} filled
 * @property {boolean} shown whether the condition on which the field hangs is met
 * @property {number|null} filePages pages of the file in a field that asks for one
 * @property {string|null} group a radio button's group
 * @property {string|null} choice what a radio button stands for
 * @property {{text: string, value: string}[]} options what a list offers, or a text field suggests
 */

/**
 * The line below a signature. Lengths are points from the top left of its field.
 * @typedef {object} Evidence
 * @property {{text: string, baseline: number, width: number}[]} lines
 * @property {number} fontSize
 * @property {number} height of all lines, where the artwork does not reach
 */

/**
 * Check boxes of which a certain number has to be ticked.
 * @typedef {object} Group
 * @property {string} label
 * @property {string} rule the rule as a sentence
 * @property {boolean} met
 * @property {number} least ticks that the rule allows
 * @property {number} most
 * @property {string[]} tabs
 */

/** @typedef {import("./pages.js").PageSize} PageSize */
/** @typedef {import("./pages.js").PagedFile} SignedDocument */
/** @typedef {import("./pages.js").Word} Word */

/**
 * An adopted signature: the vector path that is shown here is the one that goes into the PDF.
 * @typedef {object} Artwork
 * @property {"typed"|"drawn"|"uploaded"} method
 * @property {string|null} face of typed text
 * @property {string} path SVG path data in a view box of `0 0 width height`, y downwards
 * @property {number} width
 * @property {number} height
 * @property {number|null} stroke the line's width for a drawn signature; null where the path is filled
 */

/**
 * A signature that the signer placed. Lengths are points from the top left of the page as a reader sees it.
 * @typedef {object} Mark
 * @property {string} id
 * @property {Evidence|null} [evidence] the line below it
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * What the last screen says, in the person's language.
 * @typedef {object} Closing
 * @property {string} language the tag, as HTML has it
 * @property {string} direction
 * @property {boolean} good whether the visit ended as the person wanted
 * @property {string} title
 * @property {string[]} sentences
 * @property {{caption: string, words: string}|null} [quote] the sender's own words
 * @property {string} download the heading above the files to keep
 * @property {string} mayClose what stands below, unless the browser goes on
 */

/**
 * The answer to the last request of a visit.
 * @typedef {object} VisitEnd
 * @property {string|null} redirect where the browser goes on
 * @property {Closing|null} closing what the page says where it stays
 */

/**
 * How the sender's account appears.
 * @typedef {object} Brand
 * @property {string} name
 * @property {string|null} logo the address of its picture
 * @property {string|null} header the colour behind the name or logo
 * @property {string|null} headerText
 * @property {string|null} button
 * @property {string|null} buttonText
 */

/**
 * @typedef {object} Session
 * @property {{id: string, subject: string, message: string, sender: {name: string, email: string},
 *   account: string|null, brand: Brand|null, status: string, reason: string|null}} envelope `reason` is the sender's for withdrawing it
 * @property {{id: string, name: string, email: string, status: string, consented: boolean, signs: boolean}} recipient
 * @property {{title: string, paragraphs: string[]}} disclosure
 * @property {SignedDocument[]} documents
 * @property {Tab[]} tabs
 * @property {Group[]} groups
 * @property {Mark[]} marks
 * @property {Artwork|null} signature
 * @property {Artwork|null} initials
 * @property {boolean} finished
 * @property {Closing|null} closing what there is to say where nobody can sign any more
 * @property {DocumentPage[]} unseen pages that have to be shown before signing, and were not when the host was asked
 * @property {string[]} faces
 * @property {Record<string, number>} limits
 * @property {{later: boolean, copies: boolean, certificate: boolean, reassign: boolean, keepsEntries: boolean,
 *   nextOnlyToBlankRequired: boolean, free: boolean, decline: boolean, preview?: boolean, elsewhere?: boolean}} rules `free` is whether the signer chooses where to sign
 */

/**
 * @typedef {object} DocumentPage
 * @property {string} documentId
 * @property {number} page counted from 1
 */

/**
 * A text that was found on a page, with a box for each line that it stands in.
 * @typedef {object} SearchHit
 * @property {string} documentId
 * @property {number} page counted from 1
 * @property {import("./pages.js").Box[]} boxes
 */

/**
 * A typed name in one handwriting face.
 * @typedef {object} FacePreview
 * @property {string} face
 * @property {string} name
 * @property {string} path
 * @property {number} width
 * @property {number} height
 */

/** @typedef {"signature"|"initials"} AdoptionKind */

/**
 * A value that the signer has entered and the host may not have yet.
 * @typedef {object} Draft
 * @property {string} value
 * @property {"changed"|"saving"|"failed"|"refused"} status
 * @property {string} key idempotency key: one value of one field keeps one key over every attempt
 * @property {string} [message] why the host refused the value
 */

export {};
