import Countersign

/// The presenters' own texts; the page inside has its own language. In hand-over texts, the placeholders `{signer}`,
/// `{host}` and `{subject}` are replaced.
public struct PresenterTexts: Sendable, Hashable {
    /// The title of the window or sheet.
    public var title = "Sign"
    /// The control that closes the page, after a question.
    public var close = "Close"
    /// Shown while a page loads, on Linux. Apple's systems show a spinner.
    public var loading = "Loading…"
    /// The answer to that question that closes the page.
    public var leave = "Leave"
    /// The answer to that question that keeps the page.
    public var stay = "Keep signing"
    /// The answer that lets the page use the camera, on Linux.
    public var allow = "Allow"
    /// The answer that keeps the page from the camera, on Linux.
    public var refuse = "Don’t allow"
    /// Asked when the page wants the camera, on Linux. Apple's systems ask in their own words.
    public var cameraQuestion = "May this page use the camera?"
    /// The button that saves a file, on Linux.
    public var save = "Save"
    /// The button that does not save a file, on Linux.
    public var cancel = "Cancel"
    /// Shown before somebody signs.
    public var handOverTitle = "Please hand this device to {signer}"
    /// The button of the person who signs next.
    public var handOverReady = "I am {signer}"
    /// Shown after the last person has signed.
    public var handBackTitle = "Please hand this device back to {host}"
    /// The button of the device's user.
    public var handBackReady = "I am {host}"
    /// The line below ``handOverTitle`` and ``chooseTitle``.
    public var handOverSubject = "To sign: {subject}"
    /// The question if several people can sign.
    public var chooseTitle = "Who signs now?"
    /// The button that leaves signing for later.
    public var notNow = "Not now"

    /// The texts in English.
    public init() {}

    /// Returns the text with its placeholders filled in one pass, so that a name that looks like a placeholder is shown
    /// as it is.
    static func filled(_ text: String, _ values: [String: String]) -> String {
        var rest = text[...]
        var result = ""
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"), let value = values[String(rest.dropFirst()[..<close])] else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            result += value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// A question for the person who has the device: a heading, a line below it, and choices.
struct HandOverQuestion: Sendable, Hashable {
    let title: String
    let note: String
    let choices: [String]
    let notNow: String

    init(_ handOver: HandOver, _ texts: PresenterTexts) {
        var values = ["host": handOver.hostName, "subject": handOver.subject]
        let isBack: Bool
        switch handOver.to {
        case .signer(let recipient):
            values["signer"] = recipient.name
            isBack = false
        case .user:
            isBack = true
        }
        title = PresenterTexts.filled(isBack ? texts.handBackTitle : texts.handOverTitle, values)
        note = isBack ? handOver.subject : PresenterTexts.filled(texts.handOverSubject, values)
        choices = [PresenterTexts.filled(isBack ? texts.handBackReady : texts.handOverReady, values)]
        notNow = texts.notNow
    }

    /// - Parameter names: the people who can sign now
    init(choosingAmong names: [String], subject: String, _ texts: PresenterTexts) {
        title = texts.chooseTitle
        note = PresenterTexts.filled(texts.handOverSubject, ["subject": subject])
        choices = names
        notNow = texts.notNow
    }
}
