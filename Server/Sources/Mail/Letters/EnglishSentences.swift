import Essentials

extension LetterSentences {
    static let english = LetterSentences(
        language: "en",
        noSubject: "Documents to sign",
        labels: Labels(
            greeting: "Hello {{recipient}},",
            message: "Message from {{sender}}",
            reason: "Reason given",
            documents: "Documents",
            more: "and {{count}} more",
            code: "Your code",
            link: "If the button does not work, copy this address into your browser:",
            expires: "Expires",
            sentBy: "{{sender}} ({{email}}) sent this with {{brand}}.",
            sentByAccount: "{{sender}} ({{email}}), {{account}}, sent this with {{brand}}.",
            toSender: "You get this message because you send documents with {{brand}}."),
        words: [
            .invitation: Words(
                heading: "{{sender}} asks for your signature",
                lead: "Please review and sign “{{subject}}”.",
                action: "Review and sign", note: personal),
            .yourTurn: Words(
                heading: "It is your turn to sign",
                lead: "Those before you are done. {{sender}} now asks you to sign “{{subject}}”.",
                action: "Review and sign", note: personal),
            .reminder: Words(
                subject: "Reminder: {{subject}}", heading: "{{sender}} is waiting for your signature",
                lead: "“{{subject}}” still needs your signature.",
                action: "Review and sign", note: personal),
            .expiryWarning: Words(
                subject: "Expires soon: {{subject}}", heading: "This request expires soon",
                lead: "“{{subject}}” still needs your signature. After it expires, nobody can sign it.",
                action: "Review and sign", note: personal),
            .viewed: Words(
                subject: "Viewed: {{subject}}", heading: "{{actor}} has opened your documents",
                lead: "{{actor}} has opened “{{subject}}”. You need not do anything."),
            .declined: Words(
                subject: "Declined: {{subject}}", heading: "{{actor}} has declined to sign",
                lead: "{{actor}} has declined to sign “{{subject}}”. Nobody can sign it any more."),
            .voided: Words(
                subject: "Voided: {{subject}}", heading: "This request was voided",
                lead: "“{{subject}}” was voided. Nobody can sign it any more. You need not do anything."),
            .expired: Words(
                subject: "Expired: {{subject}}", heading: "The time to sign has expired",
                lead:
                    "“{{subject}}” was not signed in time. Nobody can sign it any more. You need not do anything."),
            .completed: Words(
                subject: "Completed: {{subject}}", heading: "Everyone has signed",
                lead: "“{{subject}}” is complete.", action: "View the documents",
                note: "The link leads to the signed documents. \(personal)",
                noteWithAttachments: "The signed documents are attached to this message. Please keep them. \(personal)"),
            .completedToSender: Words(
                subject: "Completed: {{subject}}", heading: "Everyone has signed",
                lead: "All recipients have signed “{{subject}}”.", action: "View the documents",
                note: "The signed documents are too large for a message. The link downloads them. It "
                    + "opens them for everyone, so please do not forward this message.",
                noteWithAttachments: "The signed documents are attached to this message."),
            .copy: Words(
                heading: "{{sender}} sends you a copy",
                lead: "You get a copy of “{{subject}}”. You need not sign anything.", action: "View the documents",
                note: personal, noteWithAttachments: "The documents are attached to this message. \(personal)"),
            .delivery: Words(
                heading: "{{sender}} sends you documents",
                lead:
                    "Please open “{{subject}}”. You need not sign anything. {{sender}} learns that you have opened it.",
                note: personal),
            .signInCode: Words(
                subject: "Your code for {{subject}}", heading: "Your code",
                lead:
                    "Enter this code to sign in to {{subject}}. It works once, and only for a few minutes.",
                action: "Sign in",
                note:
                    "Give the code to nobody. If you did not want to sign in, ignore this message: nobody can "
                    + "sign in without it.",
                linkNote: "The link works only in the browser or app in which you began to sign in."),
            .oneTimeCode: Words(
                subject: "Your code for “{{subject}}”", heading: "Your code",
                lead: "Enter this code on the page that asks for it, to open “{{subject}}”.",
                note: "Give this code to nobody. {{sender}} will never ask you for it. If you did not ask for a code, "
                    + "ignore this message."),
            .delegated: Words(
                heading: "{{actor}} asks you to sign in their place",
                lead: "{{actor}} has passed “{{subject}}”, a request of {{sender}}, on to you.",
                action: "Review and sign", note: personal),
            .delegatedToSender: Words(
                subject: "Assigned to {{person}}: {{subject}}", heading: "{{actor}} has passed your request on",
                lead: "{{actor}} has asked {{person}} to sign “{{subject}}” in their place. {{person}} has got an "
                    + "invitation. You need not do anything."),
            .corrected: Words(
                subject: "Corrected: {{subject}}", heading: "{{sender}} has corrected this request",
                lead: "“{{subject}}” has changed. Please use the link below from now on.",
                action: "Open the documents", note: personal),
            .undeliverable: Words(
                subject: "Not delivered: {{subject}}", heading: "A message could not be delivered",
                lead: "The message to {{actor}} about “{{subject}}” came back. Correct the address and send it again.",
                action: "Correct the address"),
            .locked: Words(
                subject: "Locked: {{subject}}", heading: "{{actor}} is locked out",
                lead: "{{actor}} entered a wrong access code three times and can no longer open “{{subject}}”. "
                    + "If it was really them, give them the right code and send the envelope again."),
            .webhookPaused: Words(
                subject: "Webhook paused: {{actor}}", heading: "A webhook is paused",
                lead: "{{actor}} has not accepted calls for a long time, so no more are made. The calls that wait are "
                    + "kept. Mend the receiver, then resume the webhook.",
                action: "Open the webhook"),
        ])

    private static let personal =
        "This message is for you alone. Its link opens the documents, so please do not forward it."
}
