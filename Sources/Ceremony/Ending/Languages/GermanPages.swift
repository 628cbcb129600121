extension PageSentences {
    static let german = PageSentences(
        language: "de",
        texts: [
            .invitationTitle: "{{sender}} bittet Sie, „{{subject}}“ zu unterschreiben",
            .senderOfAccount: "{{sender}} von {{account}}",
            .signUntil: "Sie können bis zum {{date}} unterschreiben.",
            .codeFirst: "Zuerst werden Sie nach einem Code gefragt.",
            .onePage: "1 Seite",
            .pages: "{{count}} Seiten",
            .review: "Dokumente prüfen",
            .personalLink: "Dieser Link ist nur für {{recipient}}. Wenn Sie das nicht sind, melden Sie sich bitte bei "
                + "{{email}}.",
            .messageFrom: "Nachricht von {{sender}}",
            .expiredTitle: "Dieser Link ist abgelaufen",
            .expired: "{{sender}} wartet noch auf Ihre Unterschrift bei „{{subject}}“. Wir können einen neuen Link an "
                + "{{address}} senden, die Adresse des bisherigen.",
            .deliveryTitle: "{{sender}} sendet Ihnen „{{subject}}“",
            .deliveryNote: "Sie müssen nichts unterschreiben. {{sender}} erfährt, dass Sie es geöffnet haben.",
            .openUntil: "Sie können es bis zum {{date}} öffnen.",
            .openDocuments: "Dokumente öffnen",
            .expiredDelivery: "{{sender}} wartet noch darauf, dass Sie „{{subject}}“ öffnen. Wir können einen "
                + "neuen Link an {{address}} senden, die Adresse, an die dieser ging.",
            .receivedTitle: "Sie haben „{{subject}}“ erhalten",
            .notOpenedTitle: "Sie haben die Dokumente noch nicht geöffnet",
            .othersReceive: "Alle haben unterschrieben. Andere haben die Dokumente noch nicht erhalten.",
            .sendNewLink: "Neuen Link senden",
            .seeDocuments: "Dokumente ansehen",
            .mailedLink: "Der Link zu den Dokumenten kommt per E-Mail an {{address}}.",
            .sendLink: "Link senden",
            .linkSent:
                "Wenn ein Link gesendet werden kann, kommt er in wenigen Minuten bei {{address}} an. Kommt nichts an, "
                + "versuchen Sie es in einer Stunde noch einmal.",
            .completeTitle: "„{{subject}}“ ist abgeschlossen",
            .signedTitle: "Sie haben „{{subject}}“ unterschrieben",
            .copyTitle: "Sie erhalten eine Kopie von „{{subject}}“",
            .completedByMail: "Wenn alle unterschrieben haben, erhalten Sie die fertigen Dokumente per E-Mail an "
                + "{{address}}.",
            .allSealed: "Alle haben unterschrieben, und die Dokumente sind versiegelt.",
            .allSigned: "Alle haben unterschrieben. Die Dokumente werden gerade versiegelt.",
            .otherMissing: "Sie haben unterschrieben; {{count}} weitere Unterschrift fehlt noch.",
            .othersMissing: "Sie haben unterschrieben; {{count}} weitere Unterschriften fehlen noch.",
            .personMissing: "{{count}} Unterschrift fehlt noch.",
            .peopleMissing: "{{count}} Unterschriften fehlen noch.",
            .notSignedTitle: "Sie haben noch nicht unterschrieben",
            .entriesKept: "Ihre Eingaben bleiben erhalten.",
            .goOnLater: "Machen Sie jetzt weiter, oder öffnen Sie den Link in Ihrer Nachricht später noch einmal.",
            .entriesLost: "Ihre Eingaben wurden nicht gespeichert.",
            .comeBack: "Um weiterzumachen, kommen Sie auf demselben Weg zurück.",
            .signedInVain: "Sie haben unterschrieben, aber der Vorgang wird nicht abgeschlossen.",
            .noCopyByMail:
                "Es kommt keine Kopie per E-Mail. Laden Sie die Dokumente hier herunter, um sie zu behalten.",
            .copyMailed: "Die Dokumente wurden per E-Mail an {{address}} gesendet.",
            .copyReturned:
                "Die E-Mail mit den Dokumenten an {{address}} kam zurück. Laden Sie die Dokumente hier herunter.",
            .copyComing: "Die Dokumente sind per E-Mail an {{address}} unterwegs.",
            .passedOnTitle: "Sie haben „{{subject}}“ an {{person}} übergeben",
            .passedOn:
                "{{person}} erhält eine Einladung per E-Mail und unterschreibt an Ihrer Stelle. Sie müssen nichts weiter tun.",
            .mayClose: "Sie können dieses Fenster schließen.",
            .goOn: "Weitermachen",
            .timedOutTitle: "Dieser Besuch ist beendet",
            .timedOut:
                "Die Seite wurde eine Weile nicht benutzt. Ihre Eingaben bleiben erhalten. Öffnen Sie den Link in "
                + "Ihrer Nachricht noch einmal.",
            .download: "Herunterladen",
            .combined: "Alle Dokumente in einer Datei",
            .certificate: "Abschlusszertifikat",
            .notYetTitle: "Sie sind noch nicht an der Reihe",
            .notYet:
                "Andere unterschreiben „{{subject}}“ vor Ihnen. Sie erhalten eine Nachricht, sobald Sie an der Reihe "
                + "sind.",
            .youDeclinedTitle: "Sie haben es abgelehnt, „{{subject}}“ zu unterschreiben",
            .youDeclined: "{{sender}} kann Ihren Grund lesen. Wenn Sie es sich anders überlegt haben, schreiben Sie an "
                + "{{email}}.",
            .endedTitle: "Das Unterschreiben ist beendet",
            .somebodyDeclined: "Jemand hat es abgelehnt, „{{subject}}“ zu unterschreiben; niemand kann mehr "
                + "unterschreiben.",
            .withdrawnTitle: "Diese Dokumente wurden zurückgezogen",
            .withdrawn: "{{sender}} bittet nicht mehr um Ihre Unterschrift bei „{{subject}}“.",
            .reason: "Grund",
            .timeOverTitle: "Die Frist ist abgelaufen",
            .timeOver: "„{{subject}}“ konnte nur eine Zeit lang unterschrieben werden. Bitten Sie {{sender}} "
                + "({{email}}), es erneut zu senden.",
            .lockedTitle: "Ihr Zugang ist gesperrt",
            .locked: "Dreimal wurde ein falscher Zugangscode eingegeben. Bitten Sie {{sender}} ({{email}}) um den "
                + "richtigen Code und eine neue Einladung.",
            .ask: "Bei Fragen schreiben Sie an {{email}}.",
            .unknownTitle: "Dieser Link ist ungültig",
            .unknown:
                "Vielleicht wurde er unvollständig kopiert, oder es gibt einen neueren. Öffnen Sie den Link in der "
                + "neuesten Nachricht.",
            .notEmbeddedTitle: "Die Dokumente können hier nicht angezeigt werden",
            .notEmbedded:
                "Die umgebende Seite ({{origin}}) darf sie nicht anzeigen. Bitte sagen Sie "
                + "es dem Betreiber der Seite.",
            .renewedTitle: "Sehen Sie in Ihrem Postfach nach",
            .renewed:
                "Wenn ein neuer Link gesendet werden kann, kommt er in wenigen Minuten an der Adresse des alten an. "
                + "Wenn nichts ankommt, versuchen Sie es in einer Stunde noch einmal.",
            .yourAddress: "Ihre Adresse",
            .goBack: "Zurück",
            .accessCodeTitle: "Geben Sie Ihren Zugangscode ein",
            .accessCode:
                "{{sender}} hat Ihnen auf anderem Weg einen Code für „{{subject}}“ gegeben. Ohne ihn kann niemand "
                + "die Dokumente öffnen.",
            .accessCodeLabel: "Zugangscode",
            .noAccessCode: "Wenn Sie keinen Code haben, fragen Sie {{sender}} ({{email}}).",
            .proveTitle: "Bestätigen Sie Ihre Adresse",
            .prove: "{{sender}} verlangt einen Code, bevor sich die Dokumente öffnen. Wir senden ihn an {{address}}.",
            .sendCode: "Code senden",
            .mailCodeTitle: "Geben Sie den Code aus Ihrer E-Mail ein",
            .mailCode: "Wir haben sechs Ziffern an {{address}} gesendet. Sie gelten {{time}}.",
            .mailCodeLabel: "Code",
            .sendAnotherCode: "Anderen Code senden",
            .continueOn: "Weiter",
            .enterCode: "Geben Sie den Code ein.",
            .tooManyToday: "Heute wurden zu viele Codes eingegeben. Versuchen Sie es morgen noch einmal.",
            .wrongAccessCode: "Das ist nicht der Zugangscode.",
            .oneTry: "Sie haben noch einen Versuch.",
            .tries: "Sie haben noch {{count}} Versuche.",
            .tooManyCodes: "In dieser Stunde werden keine weiteren Codes gesendet. Wartezeit: {{time}}.",
            .wrongMailCode: "Das ist nicht der Code.",
            .codeExpired: "Dieser Code ist abgelaufen. Lassen Sie einen anderen senden.",
            .codeUsedUp: "Dieser Code gilt nicht mehr. Lassen Sie einen anderen senden.",
            .noCodeSent: "Es wurde noch kein Code gesendet. Lassen Sie einen senden.",
            .oneMinute: "eine Minute",
            .tenMinutes: "zehn Minuten",
            .minutes: "{{count}} Minuten",
        ])
}
