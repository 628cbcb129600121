import Envelopes
import Foundation

/// An envelope on the server, as shown in a list.
public struct EnvelopeSummary: Sendable, Hashable, Identifiable, Decodable {
    /// `envelopeId`.
    public let id: EnvelopeID
    /// `nil` if this library does not know the status; see ``statusText``.
    public let status: EnvelopeStatus?
    /// The API's word for the status, in lower case.
    public let statusText: String
    /// The e-mail subject; empty if the server gives none.
    public let subject: String
    /// The text of the e-mails (`emailBlurb`); `nil` if there is none.
    public let message: String?
    /// `nil` if the answer has no sender.
    public let senderName: String?
    /// `nil` if the answer has no sender.
    public let senderEmail: String?
    /// `nil`, like the other times, if the server gives none that can be read.
    public let createdAt: Date?
    /// `nil` for a draft.
    public let sentAt: Date?
    /// When the last recipient finished; `nil` before that.
    public let completedAt: Date?
    /// `lastModifiedDateTime`.
    public let lastModifiedAt: Date?
    /// `statusChangedDateTime`: what ``Filter/changedFrom`` is compared with.
    public let statusChangedAt: Date?
    /// The sender's words; `nil` unless the envelope is voided.
    public let voidedReason: String?

    /// Reads an envelope of the API. Throws if `envelopeId` is missing or no GUID, or `status` is missing.
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
        /// In the order that ``Filter/oldestFirst`` asked for.
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

        /// Reads the answer to `GET …/envelopes`. Without the server's numbers, the page is taken to be the whole list.
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

        /// Without arguments, selects the first 100 envelopes that changed in the last 30 days, the newest first.
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
