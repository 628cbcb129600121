import Countersign

/// The presenters' own texts; the page inside has its own language. In hand-over texts, the placeholders `{signer}`,
/// `{host}` and `{subject}` are replaced.
public struct PresenterTexts: Sendable, Hashable {
    public var title = "Sign"
    public var close = "Close"
    /// Shown while a page loads, on Linux. Apple's systems show a spinner.
    public var loading = "Loading…"
    public var leave = "Leave"
    public var stay = "Keep signing"
    public var allow = "Allow"
    public var refuse = "Don’t allow"
    public var cameraQuestion = "May this page use the camera?"
    public var save = "Save"
    public var cancel = "Cancel"
    /// Shown before somebody signs.
    public var handOverTitle = "Please hand this device to {signer}"
    public var handOverReady = "I am {signer}"
    /// Shown after the last person has signed.
    public var handBackTitle = "Please hand this device back to {host}"
    public var handBackReady = "I am {host}"
    public var handOverSubject = "To sign: {subject}"
    public var chooseTitle = "Who signs now?"
    public var notNow = "Not now"

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
