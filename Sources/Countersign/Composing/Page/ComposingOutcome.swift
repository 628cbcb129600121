import Envelopes

/// How the sender's work on the composing page ended.
public enum ComposingOutcome: Sendable, Hashable {
    /// The envelope was sent. Offline, it waits for the next sync with this id; online, it is the server's id.
    case sent(EnvelopeID)
    /// The envelope was sent, and everybody who can sign here now has done so.
    case signed(EnvelopeID)
    /// The draft is on this device; ``CountersignSession/compose(mode:resumingDraft:options:presenting:)`` goes on with
    /// it.
    case saved
    /// The sender has discarded the draft, or what they changed since it was last saved. A page closed without a
    /// document, a recipient and a text counts as discarded.
    case discarded
}

/// Where an envelope goes from the composing page.
public enum ComposingMode: String, Sendable, Hashable, CaseIterable {
    /// To the server, at once. If that fails, the page says so and the draft stays.
    case online
    /// Into this device's store. Local signers sign at once; the next sync uploads it, and the others get their messages.
    case offline
}
