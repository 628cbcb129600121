/// What follows from a message's kind, for whoever sends, counts or writes it.
public struct MessageTraits: OptionSet, Sendable {
    /// The bits; not stored anywhere.
    public let rawValue: Int

    /// Takes bits as they are, also unknown ones.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It asks a recipient to sign or to read, so it has the sender's own words.
    public static let asksToAct = MessageTraits(rawValue: 1)
    /// Nobody needs it any more once it is not the recipient's turn.
    public static let needsTurn = MessageTraits(rawValue: 2)
    /// A sender asks for it, and may ask again later. Other messages are news that people have to get.
    public static let isAskedFor = MessageTraits(rawValue: 4)
    /// It brings a code that somebody waits for.
    public static let isAwaited = MessageTraits(rawValue: 8)
    /// It brings the completed documents.
    public static let bringsDocuments = MessageTraits(rawValue: 16)
    /// Nobody can read the documents any more, so it has no link.
    public static let closesDocuments = MessageTraits(rawValue: 32)
}

extension MessageKind {
    /// By these traits, messages are counted against limits, dropped when late, and written.
    public var traits: MessageTraits {
        switch self {
        case .invitation, .yourTurn, .reminder: [.asksToAct, .needsTurn, .isAskedFor]
        case .expiryWarning: [.asksToAct, .needsTurn]
        case .copy: [.asksToAct, .isAskedFor]
        case .corrected: [.needsTurn, .isAskedFor]
        case .oneTimeCode: .isAwaited
        case .completed: .bringsDocuments
        case .declined, .voided: .closesDocuments
        case .viewed, .undeliverable, .locked, .targetPaused, .delegated: []
        }
    }
}
