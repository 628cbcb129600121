import Foundation
import SignedPDF

/// Signs a PDF file without any service.
public struct FileSigner: Sendable {
    private let order: SigningOrder

    public init(_ order: SigningOrder) {
        self.order = order
    }

    /// What was done.
    public struct Receipt: Sendable {
        public let output: URL
        /// Bytes of the signed file, and how many of them were added.
        public let size: Int
        public let added: Int
        /// The page on which the signature is seen; nil for an invisible one.
        public let page: Int?
        /// Whether the key was made for this signature only.
        public let keyWasEphemeral: Bool
    }

    /// Signs, and puts the result in place at once or not at all.
    /// - Throws: ``FileSigningError``, `PDFError` and `IdentityError`, each with one sentence.
    public func sign(at date: Date) async throws -> Receipt {
        try check()
        let document = try Self.open(order.input)
        let page = try place(in: document)
        let signer = try identity(at: date)
        let field = SignatureField(
            name: "Signature-\(UUID().uuidString.prefix(8).lowercased())", page: page ?? 1, rect: order.rect,
            appearance: try appearance(at: date), reason: order.reason, signerName: order.signer.name)
        let update = try await document.signed(field, with: signer, at: date)
        try Self.write(document.bytes, then: update, to: order.output)
        var isEphemeral = false
        if case .ephemeral = order.key { isEphemeral = true }
        return Receipt(
            output: order.output, size: document.bytes.count + update.count, added: update.count,
            page: order.rect == nil ? nil : page, keyWasEphemeral: isEphemeral)
    }

    /// Opens a PDF file without reading more of it than is asked for.
    public static func open(_ url: URL) throws -> PDFDocument {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw FileSigningError.noFile(path: url.relativePath)
        }
        guard !isFolder.boolValue else {
            throw FileSigningError.unreadable(path: url.relativePath, reason: "it is a folder")
        }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw FileSigningError.unreadable(path: url.relativePath, reason: "permission denied")
        }
        do {
            return try PDFDocument(contentsOf: url)
        } catch {
            throw FileSigningError.unusable(path: url.relativePath, reason: error.description)
        }
    }

    private func check() throws {
        if order.rect == nil {
            guard order.image == nil else { throw FileSigningError.imageWithoutRectangle }
            guard order.page == nil else { throw FileSigningError.pageWithoutRectangle }
        }
        guard !Self.isSameFile(order.input, order.output) else {
            throw FileSigningError.wouldOverwriteInput(path: order.output.relativePath)
        }
    }

    /// The same path, or another name of the same file.
    private static func isSameFile(_ one: URL, _ other: URL) -> Bool {
        if one.standardizedFileURL.resolvingSymlinksInPath().path
            == other.standardizedFileURL.resolvingSymlinksInPath().path
        {
            return true
        }
        func identity(_ url: URL) -> [Int]? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
            guard let device = attributes?[.systemNumber] as? NSNumber,
                let file = attributes?[.systemFileNumber] as? NSNumber
            else { return nil }
            return [device.intValue, file.intValue]
        }
        guard let first = identity(one), let second = identity(other) else { return false }
        return first == second
    }

    /// The page for a visible signature; nil for an invisible one.
    private func place(in document: PDFDocument) throws -> Int? {
        let count = try document.pageCount()
        guard let rect = order.rect else { return nil }
        let number = order.page ?? count
        guard (1...max(1, count)).contains(number) else {
            throw FileSigningError.noSuchPage(number, pages: count)
        }
        let size = try document.page(number).size
        guard rect.x + rect.width <= size.width + 0.001, rect.y + rect.height <= size.height + 0.001 else {
            throw FileSigningError.offPage(page: number, width: size.width, height: size.height)
        }
        return number
    }

    private func appearance(at date: Date) throws -> SignatureField.Appearance {
        guard order.rect != nil else { return .invisible }
        if let image = order.image { return .image(try Self.read(image)) }
        var subtitle = ["Signed \(Self.day(date))"]
        if let reason = order.reason { subtitle.append(reason) }
        return .typedName(order.signer.name, subtitle: subtitle)
    }

    private func identity(at date: Date) throws -> SigningIdentity {
        switch order.key {
        case .ephemeral:
            return try .selfSigned(name: order.signer.name, email: order.signer.email, at: date)
        case .pem(let key, let certificates):
            return try SigningIdentity(pemKey: Self.text(key), pemCertificates: Self.text(certificates))
        case .pkcs12(let file, let passwordFile):
            // A password file may end in a line break that is not part of the password.
            let password = try passwordFile.map(Self.text)?.trimmingCharacters(in: .newlines) ?? ""
            return try SigningIdentity(pkcs12: Self.read(file), password: password)
        }
    }

    private static func read(_ url: URL) throws -> Data {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw FileSigningError.noFile(path: url.relativePath)
        }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw FileSigningError.unreadable(path: url.relativePath, reason: "permission denied or no file")
        }
    }

    private static func text(_ url: URL) throws -> String {
        guard let text = String(data: try read(url), encoding: .utf8) else {
            throw FileSigningError.unusable(path: url.relativePath, reason: "This is not a text file.")
        }
        return text
    }

    /// Writes both parts under a temporary name and gives them the final one.
    private static func write(_ original: Data, then update: Data, to url: URL) throws {
        let temporary = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString.prefix(8).lowercased()).tmp")
        guard FileManager.default.createFile(atPath: temporary.path, contents: nil) else {
            throw FileSigningError.unwritable(
                path: url.relativePath, reason: "the folder does not exist or is closed to you")
        }
        do {
            let file = try FileHandle(forWritingTo: temporary)
            try file.write(contentsOf: original)
            try file.write(contentsOf: update)
            try file.close()
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw FileSigningError.unwritable(path: url.relativePath, reason: "the disk may be full")
        }
        guard rename(temporary.path, url.path) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(at: temporary)
            throw FileSigningError.unwritable(path: url.relativePath, reason: reason)
        }
    }

    /// `2026-11-21`, in UTC as the signature's time is.
    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
