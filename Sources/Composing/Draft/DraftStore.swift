import Envelopes
import Foundation

/// A draft as somebody composes it.
public struct Draft: Sendable, Hashable {
    /// The envelope as it would be sent. It may be incomplete.
    public var definition: EnvelopeDefinition
    /// Counts the changes. A change names the version that it was made on.
    public var version: Int
    /// Every document that the draft has or had.
    public var files: [EnvelopeDocument]
    /// What stays as it is in an envelope that was sent and is corrected; `nil` for one that was not sent.
    public var fixed: FixedParts?

    /// Nothing is checked here.
    public init(
        definition: EnvelopeDefinition, version: Int, files: [EnvelopeDocument], fixed: FixedParts? = nil
    ) {
        self.definition = definition
        self.version = version
        self.files = files
        self.fixed = fixed
    }
}

/// Where one draft is kept while it is composed: by the service, or on a device. It may also be the corrected copy of an
/// envelope that was sent.
///
/// Each call is one transaction. Errors are ``DraftError`` where the person at the page can do something about them.
public protocol DraftStore: Sendable {
    /// Returns the draft as it is now.
    func draft() async throws -> Draft

    /// Stores a change.
    ///
    /// - Parameter version: the version that it was made on
    /// - Throws: ``DraftError/changed(_:)`` if somebody else has stored another change since
    func save(_ definition: EnvelopeDefinition, over version: Int) async throws -> Draft

    /// Takes in a file, which becomes one of ``Draft/files``. The same file under the same id changes nothing.
    ///
    /// - Throws: ``DraftError/fileRefused(_:)``
    func add(_ file: Data, named name: String, as id: DocumentID) async throws -> EnvelopeDocument

    /// Keeps new access codes in clear, for a store whose drafts go to a service that hashes them itself. Called before
    /// ``save(_:over:)`` with the draft that has them.
    func keep(codes: [RecipientID: String]) async throws

    /// Takes in files that the sender picks in a way of the app's own.
    func pickFiles() async throws -> [EnvelopeDocument]

    /// Returns the bytes of one of the files.
    func bytes(of file: BlobHash) async throws -> Data

    /// Returns the places of one of the files where fields are meant.
    func places(in file: BlobHash) async throws -> FoundPlaces

    /// Returns what keeps the draft from being sent, beyond the problems that the rules report.
    func problems(of definition: EnvelopeDefinition) async throws -> [DraftProblem]

    /// Sends the draft, or puts the corrections into the envelope that was sent.
    ///
    /// - Parameter version: the version that the person has seen
    func send(_ version: Int) async throws

    /// Keeps the draft for later.
    func keep() async throws

    /// Forgets every change since the draft was last kept.
    func discard() async throws

    // MARK: What the sender has from before

    /// Returns templates that the sender may use, by name: at most a hundred.
    ///
    /// - Parameter text: a part of their names; empty for any
    func templates(named text: String) async throws -> [OfferedTemplate]

    /// Takes in the documents of a template and returns what it brings.
    func part(of template: TemplateID) async throws -> TemplatePart

    /// Makes a template of the draft as it is now.
    ///
    /// - Parameter roles: the names of the roles that take the place of the recipients
    /// - Throws: ``DraftError/templateRefused``
    func makeTemplate(named name: String, roles: [RecipientID: String]) async throws

    /// Returns people to whom the sender has sent before, the latest first: at most a hundred.
    func knownPeople() async throws -> [KnownPerson]
}

/// A store without templates and memory, unless it says otherwise.
extension DraftStore {
    /// There are none.
    public func templates(named text: String) async throws -> [OfferedTemplate] { [] }

    /// - Throws: ``DraftError/notFound``, always
    public func part(of template: TemplateID) async throws -> TemplatePart { throw DraftError.notFound }

    /// - Throws: ``DraftError/templateRefused``, always
    public func makeTemplate(named name: String, roles: [RecipientID: String]) async throws {
        throw DraftError.templateRefused
    }

    /// There are none.
    public func knownPeople() async throws -> [KnownPerson] { [] }

    /// Keeps nothing: the draft has their hashes.
    public func keep(codes: [RecipientID: String]) async throws {}

    /// - Throws: ``DraftError/notFound``, always
    public func pickFiles() async throws -> [EnvelopeDocument] { throw DraftError.notFound }
}

/// Something that keeps a draft from being sent: a code, what the sentence names, and where.
public struct DraftProblem: Sendable, Hashable {
    /// The word for programs, as in `EnvelopeProblem`.
    public let code: String
    /// The part of the draft that it is about.
    public let place: ProblemPlace
    /// What the sentence names.
    public let facts: [String: String]

    /// Nothing is checked here.
    public init(code: String, place: ProblemPlace, facts: [String: String] = [:]) {
        self.code = code
        self.place = place
        self.facts = facts
    }

    /// A problem that the rules report.
    public init(_ problem: EnvelopeProblem) {
        var facts: [String: String] = [:]
        switch problem {
        case .tooLong(_, let limit), .tooMany(_, let limit): facts["limit"] = String(limit)
        case .notAnEmail(_, let email), .undeliverableEmail(_, let email), .hostNotAnEmail(_, let email):
            facts["email"] = email
        case .daysOutOfRange(_, _, let range):
            facts["least"] = String(range.lowerBound)
            facts["most"] = String(range.upperBound)
        default: break
        }
        self.init(code: problem.numberedCode.code, place: problem.place, facts: facts)
    }
}

/// Why a draft cannot be composed, changed or sent.
public enum DraftError: Error, Sendable, Hashable {
    /// There is no such page, file or call.
    case notFound
    /// The request is not what the page sends.
    case malformed
    /// The request comes from another site's page.
    case foreign
    /// The request's body has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// Somebody else has changed the draft, which is like this now.
    case changed(Draft)
    /// The envelope was sent or voided.
    case notADraft
    /// The envelope to correct was completed, declined or voided.
    case notInProcess
    /// Somebody holds a lock on the envelope.
    case locked(by: String)
    /// A file cannot become a document.
    case fileRefused(FileRefusal)
    /// The id belongs to another file.
    case fileExists
    /// The draft is incomplete.
    case incomplete([DraftProblem])
    /// More messages than the account may send.
    case tooManyMessages
    /// The draft cannot become a template.
    case templateRefused
    /// The page does not send envelopes.
    case sendingNotOffered
    /// The service could not be reached, so the draft is not sent.
    case notSent
    /// The service has refused the draft; `reason` is its own sentence.
    case sendingRefused(reason: String)
}

/// Why a file cannot become a document.
public enum FileRefusal: String, Sendable, Hashable, CaseIterable {
    case empty
    /// It is neither a PDF nor a picture that can be taken in.
    case unknownKind = "unknown-kind"
    case encrypted
    case damaged
    case tooManyPages = "too-many-pages"
    /// It starts a program or holds one.
    case active
    case picture
    case busy
}
