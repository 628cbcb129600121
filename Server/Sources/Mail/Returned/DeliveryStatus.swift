import Foundation

/// What a report says about one recipient (RFC 3464 §2.3).
struct DeliveryStatus: Hashable {
    enum Action: String {
        case failed, delayed, delivered, relayed, expanded
    }

    /// The addresses that the block names, in lower case.
    let addresses: Set<String>
    let action: Action?
    /// The reason on one line.
    let reason: String

    private static let mostBlocks = 200
    private static let longestReason = 400

    /// Reads the blocks of a part `message/delivery-status` after the first, which is about the whole message.
    static func all(in part: ReceivedPart) -> [DeliveryStatus] {
        var blocks: [[String]] = [[]]
        for line in part.lines.prefix(20_000) {
            if !line.allSatisfy(\.isWhitespace) {
                blocks[blocks.count - 1].append(line)
            } else if blocks.last?.isEmpty == false {
                guard blocks.count <= mostBlocks else { break }
                blocks.append([])
            }
        }
        // Some servers write one block for everything.
        return blocks.map { ReceivedPart(Data($0.joined(separator: "\n").utf8)) }
            .filter { $0.header("action") != nil }.map(DeliveryStatus.init)
    }

    private init(_ block: ReceivedPart) {
        addresses = Set(
            ["final-recipient", "original-recipient"].compactMap(block.header).map { value in
                let address = value.split(separator: ";", maxSplits: 1).last.map(String.init) ?? value
                return address.trimmingCharacters(in: CharacterSet(charactersIn: " <>")).lowercased()
            })
        let word = block.header("action")?.prefix { $0 != " " && $0 != "(" && $0 != ";" }
        action = word.flatMap { Action(rawValue: $0.lowercased()) }
        let diagnosis = block.header("diagnostic-code").map { code in
            code.split(separator: ";", maxSplits: 1).last.map(String.init) ?? code
        }
        reason = HeaderText.line(diagnosis ?? block.header("status") ?? "", longest: Self.longestReason)
    }
}
