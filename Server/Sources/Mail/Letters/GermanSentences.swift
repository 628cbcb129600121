extension LetterSentences {
    static let german = LetterSentences(
        language: "de",
        noSubject: "Dokumente zum Unterschreiben",
        labels: Labels(
            greeting: "Guten Tag {{recipient}},",
            message: "Nachricht von {{sender}}",
            reason: "Angegebener Grund",
            documents: "Dokumente",
            more: "und {{count}} weitere",
            code: "Ihr Code",
            link: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
            expires: "Gültig bis",
            sentBy: "{{sender}} ({{email}}) hat dies mit {{brand}} gesendet.",
            sentByAccount: "{{sender}} ({{email}}), {{account}}, hat dies mit {{brand}} gesendet.",
            toSender: "Sie erhalten diese Nachricht, weil Sie Dokumente mit {{brand}} senden."),
        words: [
            .invitation: Words(
                heading: "{{sender}} bittet um Ihre Unterschrift",
                lead: "Bitte prüfen und unterschreiben Sie „{{subject}}“.",
                action: "Prüfen und unterschreiben", note: personal),
            .yourTurn: Words(
                heading: "Sie sind mit dem Unterschreiben an der Reihe",
                lead: "Alle vor Ihnen sind fertig. {{sender}} bittet nun Sie, „{{subject}}“ zu unterschreiben.",
                action: "Prüfen und unterschreiben", note: personal),
            .reminder: Words(
                subject: "Erinnerung: {{subject}}", heading: "{{sender}} wartet auf Ihre Unterschrift",
                lead: "Bei „{{subject}}“ fehlt noch Ihre Unterschrift.",
                action: "Prüfen und unterschreiben", note: personal),
            .expiryWarning: Words(
                subject: "Läuft bald ab: {{subject}}", heading: "Diese Anfrage läuft bald ab",
                lead:
                    "Bei „{{subject}}“ fehlt noch Ihre Unterschrift. Nach dem Ablauf kann niemand mehr unterschreiben.",
                action: "Prüfen und unterschreiben", note: personal),
            .viewed: Words(
                subject: "Geöffnet: {{subject}}", heading: "{{actor}} hat Ihre Dokumente geöffnet",
                lead: "{{actor}} hat „{{subject}}“ geöffnet. Sie müssen nichts tun.",
                action: "Dokumente öffnen"),
            .declined: Words(
                subject: "Abgelehnt: {{subject}}", heading: "{{actor}} hat die Unterschrift abgelehnt",
                lead: "{{actor}} hat es abgelehnt, „{{subject}}“ zu unterschreiben. Niemand kann mehr unterschreiben.",
                action: "Dokumente öffnen"),
            .voided: Words(
                subject: "Zurückgezogen: {{subject}}", heading: "Diese Anfrage wurde zurückgezogen",
                lead: "„{{subject}}“ wurde zurückgezogen. Niemand kann mehr unterschreiben. Sie müssen nichts tun.",
                action: "Dokumente öffnen"),
            .expired: Words(
                subject: "Abgelaufen: {{subject}}", heading: "Die Frist zum Unterschreiben ist abgelaufen",
                lead:
                    "„{{subject}}“ wurde nicht rechtzeitig unterschrieben. Niemand kann mehr unterschreiben. Sie müssen nichts tun.",
                action: "Dokumente öffnen"),
            .completed: Words(
                subject: "Abgeschlossen: {{subject}}", heading: "Alle haben unterschrieben",
                lead: "„{{subject}}“ ist abgeschlossen.", action: "Dokumente ansehen",
                note: "Der Link führt zu den unterschriebenen Dokumenten. \(personal)",
                noteWithAttachments:
                    "Die unterschriebenen Dokumente sind dieser Nachricht beigefügt. Bitte bewahren Sie sie auf. "
                    + personal),
            .completedToSender: Words(
                subject: "Abgeschlossen: {{subject}}", heading: "Alle haben unterschrieben",
                lead: "Alle haben „{{subject}}“ unterschrieben.", action: "Dokumente ansehen",
                note:
                    "Die unterschriebenen Dokumente sind für eine Nachricht zu groß. Der Link lädt sie herunter. Er öffnet sie jedem, leiten Sie diese Nachricht also bitte nicht weiter.",
                noteWithAttachments: "Die unterschriebenen Dokumente sind dieser Nachricht beigefügt."),
            .copy: Words(
                heading: "{{sender}} sendet Ihnen eine Kopie",
                lead: "Sie erhalten eine Kopie von „{{subject}}“. Sie müssen nichts unterschreiben.",
                action: "Dokumente ansehen", note: personal,
                noteWithAttachments: "Die Dokumente sind dieser Nachricht beigefügt. \(personal)"),
            .delivery: Words(
                heading: "{{sender}} sendet Ihnen Dokumente",
                lead: "Bitte öffnen Sie „{{subject}}“. Sie müssen nichts unterschreiben. {{sender}} "
                    + "erfährt, dass Sie es geöffnet haben.",
                action: "Dokumente öffnen", note: personal),
            .signInCode: Words(
                subject: "Ihr Code für {{subject}}", heading: "Ihr Code",
                lead:
                    "Geben Sie diesen Code ein, um sich bei {{subject}} anzumelden. Er gilt einmal und nur "
                    + "wenige Minuten lang.",
                action: "Anmelden",
                note:
                    "Geben Sie den Code niemandem. Wenn Sie sich nicht anmelden wollten, ignorieren Sie diese "
                    + "Nachricht: Ohne sie kann sich niemand anmelden.",
                linkNote:
                    "Der Link funktioniert nur in dem Browser oder der App, in der Sie die Anmeldung begonnen haben."),
            .oneTimeCode: Words(
                subject: "Ihr Code für „{{subject}}“", heading: "Ihr Code",
                lead: "Geben Sie diesen Code auf der Seite ein, die danach fragt, um „{{subject}}“ zu öffnen.",
                action: "Dokumente öffnen",
                note: "Geben Sie diesen Code niemandem. {{sender}} wird Sie nie danach fragen. Wenn Sie keinen Code "
                    + "angefordert haben, ignorieren Sie diese Nachricht."),
            .delegated: Words(
                heading: "{{actor}} bittet Sie, stellvertretend zu unterschreiben",
                lead: "{{actor}} hat „{{subject}}“, eine Anfrage von {{sender}}, an Sie weitergegeben.",
                action: "Prüfen und unterschreiben", note: personal),
            .delegatedToSender: Words(
                subject: "Weitergegeben an {{person}}: {{subject}}",
                heading: "{{actor}} hat Ihre Anfrage weitergegeben",
                lead: "{{actor}} hat {{person}} gebeten, „{{subject}}“ stellvertretend zu "
                    + "unterschreiben. {{person}} hat eine Einladung erhalten. Sie müssen nichts tun.",
                action: "Dokumente öffnen"),
            .corrected: Words(
                subject: "Korrigiert: {{subject}}", heading: "{{sender}} hat diese Anfrage korrigiert",
                lead: "„{{subject}}“ hat sich geändert. Bitte verwenden Sie ab jetzt den Link unten.",
                action: "Dokumente öffnen", note: personal),
            .undeliverable: Words(
                subject: "Nicht zugestellt: {{subject}}", heading: "Eine Nachricht konnte nicht zugestellt werden",
                lead:
                    "Die Nachricht an {{actor}} zu „{{subject}}“ kam zurück. Korrigieren Sie die Adresse und senden Sie "
                    + "sie erneut.",
                action: "Adresse korrigieren"),
            .locked: Words(
                subject: "Gesperrt: {{subject}}", heading: "{{actor}} ist ausgesperrt",
                lead: "{{actor}} hat dreimal einen falschen Zugangscode eingegeben und kann „{{subject}}“ nicht mehr "
                    + "öffnen. Wenn es wirklich diese Person war, teilen Sie ihr den richtigen Code mit und senden Sie den "
                    + "Umschlag erneut.",
                action: "Dokumente öffnen"),
            .webhookPaused: Words(
                subject: "Webhook angehalten: {{actor}}", heading: "Ein Webhook ist angehalten",
                lead:
                    "{{actor}} hat seit langem keine Aufrufe angenommen, daher erfolgen keine weiteren. Die wartenden "
                    + "Aufrufe bleiben erhalten. Reparieren Sie den Empfänger und setzen Sie den Webhook dann fort.",
                action: "Webhook öffnen"),
        ])

    private static let personal =
        "Diese Nachricht ist nur für Sie. Ihr Link öffnet die Dokumente; bitte leiten Sie sie nicht weiter."
}
