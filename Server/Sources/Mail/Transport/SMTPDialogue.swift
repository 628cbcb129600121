import Foundation

/// What client and server said to each other, as far as an outcome needs it. Never holds a secret: of our own lines it
/// keeps the verb, of answers to a login only the code.
struct SMTPDialogue: Sendable {
    /// What the server answers to.
    enum Stage: String, Sendable {
        case greeting, hello, startTLS, login, sender, recipient, data, content, quit
    }

    struct Answer: Sendable, Hashable {
        let stage: Stage
        let code: Int
        /// All lines of the answer, without the codes, on one line.
        let text: String
    }

    private(set) var stage = Stage.greeting
    private(set) var answers: [Answer] = []
    private var earlierLines: [String] = []
    /// The start of a line whose end has not come yet.
    private var partial = ""

    /// Notes a line of ours.
    mutating func sent(_ text: String) {
        let verb = text.prefix { $0 != " " && !$0.isNewline }.uppercased()
        stage = Self.stages[verb] ?? stage
    }

    private static let stages: [String: Stage] = [
        "EHLO": .hello, "HELO": .hello, "STARTTLS": .startTLS, "AUTH": .login, "MAIL": .sender, "RCPT": .recipient,
        "DATA": .data, "QUIT": .quit,
    ]

    /// Notes lines of the server.
    mutating func received(_ text: String) {
        partial += text
        while let end = partial.firstIndex(where: \.isNewline) {
            line(String(partial[..<end]))
            partial = String(partial[partial.index(after: end)...])
        }
        // RFC 5321 §4.5.3.1.5 allows 512 bytes.
        if partial.utf8.count > 4096 { partial = "" }
    }

    private mutating func line(_ line: String) {
        guard let code = Int(line.prefix(3)), (200..<600).contains(code) else { return }
        let rest = String(line.dropFirst(4))
        if earlierLines.count < 20 { earlierLines.append(rest) }
        guard line.dropFirst(3).first != "-" else { return }
        let text = stage == .login ? "" : HeaderText.line(earlierLines.joined(separator: " "), longest: 400)
        earlierLines = []
        if answers.count < 64 { answers.append(Answer(stage: stage, code: code, text: text)) }
        // The go-ahead for the content: the next answer is to that.
        if stage == .data, code == 354 { stage = .content }
    }

    /// The answer that accepted the message; `nil` if none did.
    var acceptance: Answer? { answers.last { $0.stage == .content && (200..<300).contains($0.code) } }

    /// Whether the server said nothing, or nothing but that it ends the connection (RFC 5321 §3.8): it has no part of the
    /// message.
    var isFarewell: Bool { answers.allSatisfy { $0.code == 421 || $0.stage == .quit } && stage != .content }

    /// Returns the outcome of a message that was not accepted.
    ///
    /// A refusal for good counts for the message only if it answers to its sender, its recipient or its content. A server
    /// that refuses every client, TLS or our login says nothing about the recipient.
    ///
    /// - Parameter reason: what the network or TLS said, as a sentence
    func failure(server: String, reason: String) -> MailFailure {
        guard let answer = answers.last(where: { $0.stage != .quit }), answer.code >= 400 else {
            return .temporary(text: "The mail server \(server) did not accept the message. \(reason)")
        }
        let words = answer.text.isEmpty ? "\(answer.code)" : "\(answer.code) \(answer.text)"
        switch answer.stage {
        case .sender, .recipient, .data, .content:
            // RFC 4954 §6: the login is missing or refused.
            if answer.code >= 500, ![530, 534, 535, 538].contains(answer.code) {
                return .permanent(code: answer.code, text: answer.text)
            }
            return .temporary(text: "The mail server \(server) did not take the message: \(words)")
        case .login: return .temporary(text: "The mail server \(server) refused the login: \(words)")
        case .greeting, .hello, .quit:
            return .temporary(text: "The mail server \(server) takes no mail from here: \(words)")
        case .startTLS: return .temporary(text: "The mail server \(server) refused TLS: \(words)")
        }
    }
}
