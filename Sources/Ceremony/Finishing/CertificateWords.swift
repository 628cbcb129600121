import Envelopes
import Foundation
import Words

/// The sentences of a certificate of completion, in one language.
struct CertificateWords: Sendable {
    let language: Language
    private let catalog: Catalog

    init(_ language: Language) {
        self.language = language
        catalog = Catalog.of(language)
    }

    /// The language of an envelope's certificate: that which the sender chose for everybody who acts, if it is one, or
    /// else the account's.
    init(for envelope: Envelope, otherwise account: String? = nil) {
        let account = Language.best(for: [account].compactMap(\.self))
        let chosen = Set(
            envelope.recipients.filter(\.acts).map { recipient in
                recipient.emailNotification?.language.flatMap(Language.of) ?? account
            })
        self.init(chosen.count == 1 ? chosen.first ?? account : account)
    }

    /// Returns a sentence of the certificate.
    ///
    /// - Parameter count: chooses the plural form, and is the fact `count`
    func callAsFunction(_ key: CertificateText, _ facts: [String: Fact] = [:], count: Int? = nil) -> String {
        catalog.sentence(.certificate, key.rawValue, facts, count: count, isolation: .marks) ?? key.rawValue
    }

    /// Returns a sentence about an event.
    func event(_ key: EventText, _ facts: [String: Fact] = [:], count: Int? = nil) -> String {
        catalog.sentence(.events, key.rawValue, facts, count: count, isolation: .marks) ?? key.rawValue
    }

    /// Returns a sentence of a family, such as `asked.mailCode`.
    func callAsFunction(_ family: CertificateFamily, _ member: String, _ facts: [String: Fact] = [:]) -> String {
        catalog.sentence(.certificate, "\(family.rawValue).\(member)", facts, isolation: .marks) ?? member
    }

    /// Returns a sentence of a family of events, such as `message.reminder`.
    func event(_ family: EventFamily, _ member: String, _ facts: [String: Fact] = [:]) -> String {
        catalog.sentence(.events, "\(family.rawValue).\(member)", facts, isolation: .marks) ?? member
    }

    /// Returns names in quotation marks, as the language lists them in a sentence.
    func quoted(_ names: [String]) -> Fact { listed(names.map(quoted)) }

    /// Returns names as the language lists them in a sentence (CLDR).
    func listed(_ names: [String]) -> Fact {
        let listed = names.formatted(.list(type: .and).locale(Locale(identifier: language.locale)))
        return .text(listed.filter { $0 != "\u{2068}" && $0 != "\u{2069}" })
    }

    /// Returns a name in quotation marks.
    func quoted(_ name: String) -> String { event(.quoted, ["name": .text(name)]) }

    /// Returns values behind each other, as the language lists them.
    func list(_ values: [String]) -> String { catalog.filled("{values}", ["values": .names(values)], .none) }

    /// Returns the time of an event: where the person was, and in UTC. A device's is marked as its claim.
    func moment(_ event: Event) -> String {
        guard let device = event.device else {
            guard let zone = event.actor.zone else { return moment(event.at) }
            return SignedDate.moment(event.at, secondsFromUTC: zone.secondsFromUTC, language)
        }
        let time = SignedDate.moment(event.at, secondsFromUTC: device.secondsFromUTC, language)
        return self(.timeDevice, ["time": .text(time)])
    }

    /// Returns a time in UTC.
    func moment(_ date: Date) -> String { SignedDate.moment(date, language) }
}

/// Sentences of the certificate, one for each value of something.
enum CertificateFamily: String, CaseIterable {
    case check, asked, given, missing, made, picture
}

/// Sentences about events, one for each value of something.
enum EventFamily: String, CaseIterable {
    case adopted, identified, wrong, notified, message
}
