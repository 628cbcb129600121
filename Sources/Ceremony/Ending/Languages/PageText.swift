/// The texts of the pages behind links and of the last page of a visit. Names stand in them as `{{sender}}`,
/// `{{subject}}` and the like.
package enum PageText: String, CaseIterable {
    // Behind the link
    case invitationTitle, senderOfAccount, signUntil, codeFirst, onePage, pages, review, personalLink, messageFrom
    case deliveryTitle, deliveryNote, openUntil, openDocuments
    case expiredTitle, expired, expiredDelivery, sendNewLink, seeDocuments, mailedLink, sendLink, linkSent
    // At the end
    case completeTitle, signedTitle, receivedTitle, copyTitle, othersReceive, notOpenedTitle, completedByMail,
        allSealed, allSigned
    case otherMissing, othersMissing, personMissing, peopleMissing
    case noCopyByMail, copyMailed, copyReturned, copyComing, signedInVain, passedOnTitle, passedOn
    case notSignedTitle, entriesKept, entriesLost, goOnLater, comeBack, mayClose, goOn, timedOutTitle, timedOut,
        download,
        combined, certificate
    // Dead ends
    case notYetTitle, notYet, youDeclinedTitle, youDeclined, endedTitle, somebodyDeclined, withdrawnTitle, withdrawn
    case reason, timeOverTitle, timeOver, lockedTitle, locked, ask, unknownTitle, unknown, renewedTitle, renewed
    case yourAddress, goBack, notEmbeddedTitle, notEmbedded
    // Codes
    case accessCodeTitle, accessCode, accessCodeLabel, noAccessCode, proveTitle, prove, sendCode
    case mailCodeTitle, mailCode, mailCodeLabel, sendAnotherCode, continueOn
    case enterCode, tooManyToday, wrongAccessCode, oneTry, tries, tooManyCodes, wrongMailCode, codeExpired, codeUsedUp
    case noCodeSent, oneMinute, tenMinutes, minutes
}
