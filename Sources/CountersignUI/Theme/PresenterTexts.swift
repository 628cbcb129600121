import Countersign
import Foundation
import Words

/// The presenters' own texts; the page inside has its own language. In hand-over texts, the placeholders `{signer}`,
/// `{host}` and `{subject}` are replaced.
public struct PresenterTexts: Sendable, Hashable {
    /// The title of the window or sheet.
    public var title: String
    /// The title while an envelope is composed.
    public var composingTitle: String
    /// The control that closes the page, after a question.
    public var close: String
    /// Shown while a page loads, on Linux. Apple's systems show a spinner.
    public var loading: String
    /// The answer to that question that closes the page.
    public var leave: String
    /// The answer to that question that keeps the page.
    public var stay: String
    /// The same while an envelope is composed.
    public var stayComposing: String
    /// The answer that lets the page use the camera, on Linux.
    public var allow: String
    /// The answer that keeps the page from the camera, on Linux.
    public var refuse: String
    /// Asked when the page wants the camera, on Linux. Apple's systems ask in their own words.
    public var cameraQuestion: String
    /// The button that saves a file, on Linux.
    public var save: String
    /// The button that does not save a file, on Linux, and the one that cancels a question of the page, on Apple's systems.
    public var cancel: String
    /// The button that confirms what a page says or asks, on Apple's systems.
    public var ok: String
    /// Shown when a file does not arrive, on Apple's systems.
    public var downloadFailed: String
    /// Shown before somebody signs.
    public var handOverTitle: String
    /// The button of the person who signs next.
    public var handOverReady: String
    /// Shown after the last person has signed.
    public var handBackTitle: String
    /// The button of the device's user.
    public var handBackReady: String
    /// The line below ``handOverTitle`` and ``chooseTitle``.
    public var handOverSubject: String
    /// The question if several people can sign.
    public var chooseTitle: String
    /// The button that leaves signing for later.
    public var notNow: String

    /// The texts in the best language that there is.
    ///
    /// - Parameter languages: language tags (BCP 47), the best first; by default, those of the device. If none of them is
    ///   available, the texts are in English.
    public init(languages: [String] = Locale.preferredLanguages) {
        let catalog = Catalog.of(.best(for: languages))
        // Names come in later, so their places stay.
        let places = ["signer", "host", "subject"].map { ($0, Fact.text("{\($0)}")) }
        func text(_ key: WindowText) -> String {
            let facts = Dictionary(uniqueKeysWithValues: places)
            return catalog.sentence(.sdk, key.rawValue, facts, isolation: .none) ?? ""
        }
        title = text(.title)
        composingTitle = text(.titleComposing)
        close = text(.close)
        loading = text(.loading)
        leave = text(.leave)
        stay = text(.stay)
        stayComposing = text(.stayComposing)
        allow = text(.allow)
        refuse = text(.refuse)
        cameraQuestion = text(.cameraQuestion)
        save = text(.save)
        cancel = text(.cancel)
        ok = text(.ok)
        downloadFailed = text(.downloadFailed)
        handOverTitle = text(.handOverTitle)
        handOverReady = text(.handOverReady)
        handBackTitle = text(.handBackTitle)
        handBackReady = text(.handBackReady)
        handOverSubject = text(.handOverSubject)
        chooseTitle = text(.chooseTitle)
        notNow = text(.notNow)
    }

    /// Returns the answer that keeps a page.
    func stay(on page: SigningPage) -> String { page.purpose == .composing ? stayComposing : stay }

    /// Returns the title of a page.
    func title(of page: SigningPage) -> String { page.purpose == .composing ? composingTitle : title }

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
