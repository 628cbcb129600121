import Foundation

/// The events of one envelope, in order, each linked to the one before.
///
/// A history is always valid: every event is checked before it is added, its link and the rules.
///
///     var history = try History(decide(.create(id, definition, send: true), nil, context))
///     try history.append(decide(.view(recipientID: "1"), history.envelope, context))
public struct History: Hashable, Sendable {
    /// The events in the order of their numbers, from 1; never empty.
    public private(set) var events: [Event]
    /// The state after the last event.
    public private(set) var envelope: Envelope

    /// Makes a history of events in order, from the first.
    ///
    /// - Throws: ``HistoryError`` naming the first event that breaks the chain or is impossible
    public init(_ events: [Event]) throws(HistoryError) {
        var state: Envelope?
        for event in events { state = try apply(event, to: state) }
        guard let state else { throw .empty }
        self.events = events
        envelope = state
    }

    /// Adds events, all or none.
    ///
    /// - Throws: ``HistoryError`` naming the first event that breaks the chain or is impossible
    public mutating func append(_ further: [Event]) throws(HistoryError) {
        var state = envelope
        for event in further { state = try apply(event, to: state) }
        events.append(contentsOf: further)
        envelope = state
    }

    /// Returns the state after the event with this number; `nil` if there is no such event.
    public func envelope(after sequence: Int) -> Envelope? {
        guard (1...events.count).contains(sequence) else { return nil }
        return sequence == events.count ? envelope : try? History(Array(events.prefix(sequence))).envelope
    }

    /// Checks every link again.
    ///
    /// - Throws: ``HistoryError`` naming the first event that breaks the chain
    public func verify() throws(HistoryError) {
        _ = try History(events)
    }

    /// The whole history as a file: a JSON array with one event in canonical form on each line.
    public var file: Data {
        get throws(HistoryError) {
            var bytes = Data("[\n".utf8)
            for (index, event) in events.enumerated() {
                if index > 0 { bytes.append(contentsOf: ",\n".utf8) }
                bytes.append(try event.canonicalBytes())
            }
            bytes.append(contentsOf: "\n]\n".utf8)
            return bytes
        }
    }

    /// Reads a file written by ``file``, byte for byte.
    ///
    /// - Throws: ``HistoryError`` naming the first event that breaks the chain; damage between events is reported for
    ///   the event before it, or for the first
    public init(file bytes: Data) throws(HistoryError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.first.map({ Data($0) }) == Data("[".utf8) else {
            throw .unreadable(sequence: 1, reason: "the file does not begin with [ on a line of its own")
        }
        lines.removeFirst()
        var events: [Event] = []
        while let line = lines.first, line.first != UInt8(ascii: "]") {
            lines.removeFirst()
            let sequence = events.count + 1
            let isLast = lines.first?.first == UInt8(ascii: "]")
            guard isLast || line.last == UInt8(ascii: ",") else {
                throw .unreadable(sequence: sequence, reason: "no comma stands after it")
            }
            let content = Data(isLast ? line : line.dropLast())
            events.append(try Event(canonicalBytes: content, expectedSequence: sequence))
        }
        guard lines.map({ Data($0) }) == [Data("]".utf8), Data()] else {
            throw .unreadable(sequence: max(1, events.count), reason: "the file does not end after it with ]")
        }
        try self.init(events)
    }
}
