import Envelopes
import Foundation

extension Wire {
    /// The answer to `GET …/envelopes`: one page of a list.
    package struct EnvelopesInformation: Codable, Hashable, Sendable {
        package var resultSetSize: String
        package var totalSetSize: String
        package var startPosition: String
        /// The position of the page's last envelope. On an empty page, the position before the first, but never below
        /// 0.
        package var endPosition: String
        /// Empty on the last page.
        package var nextUri: String
        /// Empty on the first page.
        package var previousUri: String
        /// The `from_date` to send next time, for changes since this list.
        package var lastQueriedDateTime: String
        package var envelopes: [Envelope]

        /// - Parameters:
        ///   - envelopes: at most `query.count` envelopes from `query.start` on, with the parts that the query names
        ///   - total: the number of matching envelopes
        ///   - query: the client's query
        ///   - at: a moment before the list was read
        package init(_ envelopes: [Envelope], total: Int, query: EnvelopesQuery, at date: Date) {
            resultSetSize = String(envelopes.count)
            totalSetSize = String(total)
            startPosition = String(query.start)
            let end = query.start + envelopes.count
            endPosition = String(max(0, end - 1))
            nextUri = !envelopes.isEmpty && end < total ? query.uri(start: end) : ""
            previousUri = query.start > 0 ? query.uri(start: max(0, query.start - query.count)) : ""
            lastQueriedDateTime = WireDate.text(date)
            self.envelopes = envelopes
        }
    }
}
