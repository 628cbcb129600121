// Made by scripts/words from Sources/Words/Catalogs; changes belong there.

/// The sentences of the certificate of completion.
package enum CertificateText: String, CaseIterable, Sendable {
    case title
    case fileTitle
    case test
    case labelEnvelope = "label.envelope"
    case labelSubject = "label.subject"
    case labelStatus = "label.status"
    case labelSender = "label.sender"
    case labelSent = "label.sent"
    case labelCompleted = "label.completed"
    case labelContents = "label.contents"
    case labelSigners = "label.signers"
    case labelIssuer = "label.issuer"
    case labelCustomField = "label.customField"
    case labelIssuerHash = "label.issuerHash"
    case status
    case issuer
    case documents
    case pages
    case sectionSigners = "section.signers"
    case sectionDocuments = "section.documents"
    case sectionChecks = "section.checks"
    case sectionAgreed = "section.agreed"
    case sectionHistory = "section.history"
    case sectionFonts = "section.fonts"
    case documentsIntroduction
    case deviceCertificates
    case shortfall
    case check1 = "check.1"
    case check2 = "check.2"
    case check3 = "check.3"
    case check4 = "check.4"
    case historyIntroduction
    case footEnvelope = "foot.envelope"
    case footPage = "foot.page"
    case labelHashReceived = "label.hashReceived"
    case labelHashSealed = "label.hashSealed"
    case scripts
    case attached
    case attachedAs
    case labelOrder = "label.order"
    case labelHost = "label.host"
    case labelAssigned = "label.assigned"
    case labelIdentified = "label.identified"
    case labelOpened = "label.opened"
    case labelAgreed = "label.agreed"
    case labelSigned = "label.signed"
    case labelSignedFrom = "label.signedFrom"
    case labelBrowser = "label.browser"
    case labelPagesShown = "label.pagesShown"
    case labelKeyHash = "label.keyHash"
    case labelAgreedHash = "label.agreedHash"
    case labelZone = "label.zone"
    case labelCopyReleased = "label.copyReleased"
    case labelReceived = "label.received"
    case labelProofs = "label.proofs"
    case labelMailed = "label.mailed"
    case labelDevice = "label.device"
    case labelDeviceZone = "label.deviceZone"
    case labelDeviceClock = "label.deviceClock"
    case labelDeviceLocation = "label.deviceLocation"
    case host
    case assigned
    case agreed
    case fromUnknown = "from.unknown"
    case fromDevice = "from.device"
    case pagesShownAll = "pagesShown.all"
    case pagesShownSome = "pagesShown.some"
    case pictureSignature = "picture.signature"
    case pictureInitials = "picture.initials"
    case pictureNone = "picture.none"
    case madeSignatureTyped = "made.signature.typed"
    case madeSignatureDrawn = "made.signature.drawn"
    case madeSignatureUploaded = "made.signature.uploaded"
    case madeInitialsTyped = "made.initials.typed"
    case madeInitialsDrawn = "made.initials.drawn"
    case madeInitialsUploaded = "made.initials.uploaded"
    case clockNever = "clock.never"
    case clockSince = "clock.since"
    case clockSame = "clock.same"
    case clockAhead = "clock.ahead"
    case clockBehind = "clock.behind"
    case locationWithin = "location.within"
    case timeDevice = "time.device"
    case browserOn = "browser.on"
    case browserWebView = "browser.webView"
    case askedNone = "asked.none"
    case askedMailLink = "asked.mailLink"
    case askedAccessCode = "asked.accessCode"
    case askedMailCode = "asked.mailCode"
    case askedSignIn = "asked.signIn"
    case askedSender = "asked.sender"
    case givenMailLink = "given.mailLink"
    case givenAccessCode = "given.accessCode"
    case givenMailCode = "given.mailCode"
    case givenSignIn = "given.signIn"
    case givenSender = "given.sender"
    case givenSenderBy = "given.senderBy"
    case givenSenderAt = "given.senderAt"
    case givenSenderByAt = "given.senderByAt"
    case missingMailLink = "missing.mailLink"
    case missingAccessCode = "missing.accessCode"
    case missingMailCode = "missing.mailCode"
    case missingSignIn = "missing.signIn"
    case missingSender = "missing.sender"
    case wrongCodes
    case byHost = "by.host"
    case byApp = "by.app"
    case bySignIn = "by.signIn"
    case byApplication = "by.application"
    case byMail = "by.mail"
    case byLink = "by.link"
    case mailed
    case mailedFile = "mailed.file"
    case agreedBy
    case fontsIntroduction
    case fontsValue
}
