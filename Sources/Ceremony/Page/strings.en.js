// Every sentence that the page says, in English. `{name}` is replaced by the value of that name;
// entries with `one` and `other` are chosen by the value called `count`.

export const language = "en";

/** @type {Record<string, string | {one: string, other: string}>} */
export const strings = {
    "title.consent": "Before you sign: {subject}",
    "title.sign": "Sign: {subject}",
    "title.read": "Read: {subject}",
    "title.closing": "Signing has ended",

    "loading": "Opening your document…",

    "consent.asks": "{sender} asks you to sign",
    "consent.message": "Message from {sender}",
    "consent.agree": "I agree to use electronic records and signatures",
    "consent.continue": "Continue",
    "consent.needed": "Please tick this box first. If you would rather not sign electronically, choose More, then Decline.",

    "document.from": "From {sender}",
    "document.pages": { "one": "{count} page", "other": "{count} pages" },
    "document.page": "Page {page} of {pages}",
    "document.pictureFailed": "The picture of this page did not load.",
    "document.pictureAgain": "Load page {page} again",
    "document.noText": "Page {page}: a picture without text that could be read aloud.",
    "document.actions": "Signing",

    "progress.label": "Required fields",
    "progress.text": { "one": "{done} of {count} required field done", "other": "{done} of {count} required fields done" },
    "progress.none": "No required fields",

    "action.start": "Start",
    "action.next": "Next",
    "action.finish": "Finish",
    "action.more": "More",
    "action.later": "Finish later",
    "action.decline": "Decline",
    "action.close": "Close",
    "action.cancel": "Cancel",
    "action.dismiss": "Dismiss",
    "action.tryAgain": "Try again",

    "next.field": "{label}, page {page}. {progress}.",
    "next.allDone": "All required fields are done. Choose Finish to sign the document.",

    "finish.group": "“{label}”: {rule}",
    "finish.missing": {
        "one": "One required field is still empty: {labels}.",
        "other": "{count} required fields are still empty: {labels}.",
    },
    "finish.refused": "Please correct the marked field first: {label}.",
    "finish.busy": "Signing the document…",
    "later.busy": "Saving your place…",

    "field.signed": "Signed. Activate to change your signature.",
    "field.initialled": "Initialled. Activate to change your initials.",
    "field.unsaved": "Not saved yet. We keep trying.",
    "field.radio": "{group}: {choice}",
    "field.choose": "Choose…",

    "saving.saved": "Saved",
    "saving.saving": "Saving…",
    "saving.failed": "Not saved",
    "saving.failedNotice": "We cannot reach the service, so your last entry is not saved yet.",

    "adopt.signature.title": "Adopt your signature",
    "adopt.signature.name": "Your name",
    "adopt.signature.places": "It will be placed in {count} fields of this document.",
    "adopt.initials.title": "Adopt your initials",
    "adopt.initials.name": "Your initials",
    "adopt.initials.places": "They will be placed in {count} fields of this document.",
    "adopt.ways": "How to sign",
    "adopt.type": "Type",
    "adopt.draw": "Draw",
    "adopt.style": "Handwriting",
    "adopt.empty": "Type something to see it in handwriting.",
    "adopt.canvas": "Drawing area. To sign without drawing, choose Type.",
    "adopt.hint": "Draw with a finger, a pen or the mouse",
    "adopt.undo": "Undo",
    "adopt.clear": "Clear",
    "adopt.nothingTyped": "Please type your name first.",
    "adopt.nothingDrawn": "Please draw on the line first.",
    "adopt.agreement": "By choosing Adopt and sign, I adopt this as my mark and agree that it binds me as my signature on paper would.",
    "adopt.confirm": "Adopt and sign",
    "adopt.done": "Placed in the document. {progress}.",

    "decline.title": "Decline to sign?",
    "decline.explain": "{sender} will be told, with your reason. The document cannot be signed after that.",
    "decline.reason": "Reason for declining",
    "decline.needed": "Please say briefly why you decline.",
    "decline.confirm": "Decline to sign",
    "decline.keep": "Keep signing",

    "idle.title": "Are you still there?",
    "idle.explain": "For your safety this session ends soon, unless you stay.",
    "idle.stay": "Stay",

    "closing.signed.title": "You have signed",
    "closing.signed.text": "Thank you. Your signature is sealed into the document.",
    "closing.declined.title": "You have declined",
    "closing.declined.text": "{sender} has been told. Nothing was signed.",
    "closing.later.title": "Saved for later",
    "closing.later.text": "Your entries are kept. Come back the same way when you want to go on.",
    "closing.voided.title": "This envelope was withdrawn",
    "closing.voided.text": "{sender} has withdrawn the documents. There is nothing left to do for you.",
    "closing.expired.title": "Your session has ended",
    "closing.expired.text": "Come back the same way to go on. Your saved entries are kept.",
    "closing.viewed.title": "All done",
    "closing.viewed.text": "You can close this window now.",
    "closing.broken.title": "This document could not be opened",
    "closing.mayClose": "You can close this window.",
    "closing.leaving": "Taking you back…",

    "read.signed": "You have signed this document. Nothing more is needed from you.",
    "read.declined": "You have declined this document.",

    "error.unreachable": "We cannot reach the service. Please check your connection and try again.",
    "error.unknown": "Something went wrong on our side. Please try again.",
};
