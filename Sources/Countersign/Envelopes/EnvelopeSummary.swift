import Envelopes
import Foundation

/// An envelope on the server, as shown in a list.
public struct EnvelopeSummary: Sendable, Hashable, Identifiable, Decodable {
    public let id: EnvelopeID
    /// `nil` if this library does not know the status; see ``statusText``.
    public let status: EnvelopeStatus?
    /// The API's word for the status, in lower case.
    public let statusText: String
    public let subject: String
    public let message: String?
    public let senderName: String?
    public let senderEmail: String?
    public let createdAt: Date?
    public let sentAt: Date?
    public let completedAt: Date?
    public let lastModifiedAt: Date?
    public let statusChangedAt: Date?
    public let voidedReason: String?

    public init(from decoder: any Decoder) throws {
        let members = try AnswerMembers(decoder)
        guard let id = EnvelopeID(rawValue: try members.needed("envelopeId")) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "envelopeId is not a GUID"))
        }
        self.id = id
        statusText = try members.needed("status").lowercased()
        status = EnvelopeStatus(rawValue: statusText)
        subject = members.text("emailSubject") ?? ""
        message = members.text("emailBlurb")
        let sender = members.object("sender", as: Sender.self)
        senderName = sender?.name
        senderEmail = sender?.email
        createdAt = members.date("createdDateTime")
        sentAt = members.date("sentDateTime")
        completedAt = members.date("completedDateTime")
        lastModifiedAt = members.date("lastModifiedDateTime")
        statusChangedAt = members.date("statusChangedDateTime")
        voidedReason = members.text("voidedReason")
    }

    private struct Sender: Decodable {
        let name: String?
        let email: String?

        init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            name = members.text("userName")
            email = members.text("email")
        }
    }
}

extension EnvelopeSummary {
    /// One page of a list of envelopes.
    public struct Page: Sendable, Hashable, Decodable {
        public let envelopes: [EnvelopeSummary]
        /// The number of envelopes on all pages.
        public let total: Int
        /// The position of the page's first envelope, from 0.
        public let start: Int

        /// The position where the next page starts; `nil` on the last page, or if the server's numbers are
        /// inconsistent.
        public var nextStart: Int? {
            let (next, isTooLarge) = start.addingReportingOverflow(envelopes.count)
            return envelopes.isEmpty || start < 0 || isTooLarge || next >= total ? nil : next
        }

        public init(from decoder: any Decoder) throws {
            let members = try AnswerMembers(decoder)
            envelopes = try members.list("envelopes", of: EnvelopeSummary.self)
            start = members.integer("startPosition") ?? 0
            total = members.integer("totalSetSize") ?? envelopes.count
        }
    }
}

extension EnvelopeSummary {
    /// Selects the envelopes in a list.
    public struct Filter: Sendable, Hashable {
        /// Only envelopes whose status changed at this time or later. A Countersign server counts from the time it
        /// stored the change. For a change made on a device, that is the upload time. The API requires this value;
        /// default: 30 days ago.
        public var changedFrom: Date?
        /// Only envelopes whose status changed at this time or earlier, measured as for ``changedFrom``.
        public var changedTo: Date?
        /// The statuses to include; empty for any.
        public var statuses: Set<EnvelopeStatus>
        /// The position of the first envelope, from 0.
        public var start: Int
        /// The maximum number of envelopes; the server may return fewer. Default: 100.
        public var count: Int
        /// Whether the envelope whose status changed longest ago comes first. Default: no.
        public var oldestFirst: Bool

        public init(
            changedFrom: Date? = nil, changedTo: Date? = nil, statuses: Set<EnvelopeStatus> = [], start: Int = 0,
            count: Int = 100, oldestFirst: Bool = false
        ) {
            self.changedFrom = changedFrom
            self.changedTo = changedTo
            self.statuses = statuses
            self.start = start
            self.count = count
            self.oldestFirst = oldestFirst
        }
    }
}
