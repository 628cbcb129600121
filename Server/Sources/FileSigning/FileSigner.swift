import Ceremony
import Foundation
import GuardedHTTP
import SignedPDF
import TokenKeys
import Typesetting

/// Signs a PDF file without a service.
package struct FileSigner: Sendable {
    private let order: SigningOrder
    private let exchange: any HTTPExchange

    /// - Parameter exchange: sends requests to timestamp authorities and other servers, if the order's level needs any
    package init(_ order: SigningOrder, over exchange: any HTTPExchange = WebExchange()) {
        self.order = order
        self.exchange = exchange
    }

    /// The result of signing.
    package struct Receipt: Sendable {
        package let output: URL
        /// The size of the signed file and the number of bytes added.
        package let size: Int
        package let added: Int
        /// The page that shows the signature; `nil` for an invisible signature.
        package let page: Int?
        /// Whether the key was generated for this signature only.
        package let keyWasEphemeral: Bool
        /// The level that was reached.
        package let level: SignatureLevel
        /// Present if that is less than ordered.
        package let downgrade: LevelDowngrade?
        /// The changes made to the file before signing.
        package let preparations: [PreparationStep]
    }

    /// Signs the file. The result replaces the output atomically.
    /// - Throws: ``FileSigningError``, `PDFError` and `SigningIdentityError`, each with one sentence
    package func sign(at date: Date) async throws -> Receipt {
        try check()
        let given = try Self.open(order.input, passwordFile: order.documentPasswordFile)
        let preparation = DocumentPreparation(order)
        do {
            let (document, preparations) = try preparation.prepared(given)
            return try await sign(document, preparations, at: date)
        } catch PDFError.xfaForm(reason: nil) {
            throw FileSigningError.xfaForm(path: order.input.relativePath)
        } catch let error as PDFError {
            guard let reason = error.damage else { throw error }
            guard order.repairs else {
                throw FileSigningError.needsRepair(path: order.input.relativePath, reason: reason)
            }
            // Some damage is found only on reading the objects that the signature needs.
            let (document, preparations) = try preparation.repaired(given, reason: reason)
            return try await sign(document, preparations, at: date)
        }
    }

    private func sign(_ document: PDFDocument, _ preparations: [PreparationStep], at date: Date) async throws -> Receipt
    {
        let present = try order.field.map { try document.signableField(named: $0) }
        let page = try present.map { $0.rect == nil ? nil : $0.page } ?? place(in: document)
        let isVisible = present.map { $0.rect != nil } ?? (order.rect != nil)
        if let present, !isVisible, order.image != nil {
            throw PDFError.unsignableField(name: present.name, reason: "it has no place on a page for an image")
        }
        let signer = try await signer(at: date)
        let field = SignatureField(
            name: present?.name ?? "Signature-\(UUID().uuidString.prefix(8).lowercased())", page: page ?? 1,
            rect: order.rect, appearance: try isVisible ? appearance(at: date) : .invisible, reason: order.reason,
            signerName: order.signer.name, shaper: HarfBuzzTypesetter(withoutHandwriting: order.fonts))
        let (size, level, downgrade) = try await write(document, field, signer, at: date)
        var isEphemeral = false
        if case .ephemeral = order.key { isEphemeral = true }
        return Receipt(
            output: order.output, size: size, added: size - document.bytes.count,
            page: isVisible ? page : nil, keyWasEphemeral: isEphemeral, level: level, downgrade: downgrade,
            preparations: preparations)
    }

    /// Signs to the ordered level. Each update is based on the file as written so far.
    private func write(
        _ document: PDFDocument, _ field: SignatureField, _ signer: some DocumentSigner, at date: Date
    ) async throws -> (size: Int, level: SignatureLevel, downgrade: LevelDowngrade?) {
        let lasting = order.lasting
        let services = try lasting.services(over: exchange)
        var result = try await document.timestampedRevision(
            field, with: signer, at: date, to: lasting.level, using: services,
            allowingDowngrade: lasting.mayDowngrade)
        var file = try GrowingFile(
            document.bytes, becoming: order.output, password: try order.documentPasswordFile.map(Self.password))
        try file.append(result.update)
        do {
            for level in [SignatureLevel.longTerm, .archive] where level <= lasting.level && result.downgrade == nil {
                result = try await file.document().extended(
                    to: level, using: services, at: date, allowingDowngrade: lasting.mayDowngrade)
                result.downgrade?.wanted = lasting.level
                try file.append(result.update)
            }
        } catch {
            file.abandon()
            throw error
        }
        try file.finish()
        return (file.size, result.level, result.downgrade)
    }

    /// Opens a PDF file without reading more of it than needed.
    /// - Parameter passwordFile: a file with the password of an encrypted document
    package static func open(_ url: URL, passwordFile: URL? = nil) throws -> PDFDocument {
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
            return try PDFDocument(contentsOf: url, password: try passwordFile.map(password))
        } catch PDFError.encrypted {
            throw FileSigningError.wrongPassword(path: url.relativePath, wasGiven: passwordFile != nil)
        } catch let error as FileSigningError {
            throw error
        } catch let error as PDFError {
            throw FileSigningError.unusable(path: url.relativePath, reason: error.description)
        }
    }

    private func check() throws {
        if order.field != nil {
            guard order.rect == nil, order.page == nil else { throw FileSigningError.fieldAndPlace }
        } else if order.rect == nil {
            guard order.image == nil else { throw FileSigningError.imageWithoutRectangle }
            guard order.page == nil else { throw FileSigningError.pageWithoutRectangle }
        }
        guard !Self.isSameFile(order.input, order.output) else {
            throw FileSigningError.wouldOverwriteInput(path: order.output.relativePath)
        }
    }

    /// Whether two paths lead to the same existing file, through whatever names and links.
    static func isSameFile(_ one: URL, _ other: URL) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(one.path, &first) == 0, stat(other.path, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns the page for a visible signature; `nil` for an invisible one.
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
        if let image = order.image { return .image(try Self.read(image)) }
        var subtitle = ["Signed \(SignedDate.minute(date, in: order.timeZone))"]
        if let reason = order.reason { subtitle.append(reason) }
        return .typedName(order.signer.name, subtitle: subtitle)
    }

    private func signer(at date: Date) async throws -> any DocumentSigner {
        switch order.key {
        case .ephemeral:
            return try SigningIdentity.selfSigned(name: order.signer.name, email: order.signer.email, at: date)
                .signing(by: order.algorithm)
        case .pem(let key, let certificates):
            return try SigningIdentity(pemKey: Self.text(key), pemCertificates: Self.text(certificates))
                .signing(by: order.algorithm)
        case .pkcs12(let file, let passwordFile):
            let password = try passwordFile.map(Self.password) ?? ""
            do {
                return try SigningIdentity(pkcs12: Self.read(file), password: password).signing(by: order.algorithm)
            } catch SigningIdentityError.wrongPassword where passwordFile == nil {
                throw FileSigningError.unusable(
                    path: file.relativePath,
                    reason:
                        "It is protected with a password; give --password-file with the name of a file that holds it.")
            }
        case .token(let reference, let pinFile, let certificates):
            return try await TokenKey.open(
                reference, pin: try (pinFile ?? reference.pinFile).map(PINFile.read),
                certificates: try certificates.map { try CertificatePEM.certificates(in: Self.text($0)) } ?? [],
                choice: order.algorithm)
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

    /// Returns the password in a file, without a line break at the end.
    static func password(_ url: URL) throws -> String { try text(url).trimmingCharacters(in: .newlines) }

    private static func text(_ url: URL) throws -> String {
        guard let text = String(data: try read(url), encoding: .utf8) else {
            throw FileSigningError.unusable(path: url.relativePath, reason: "This is not a text file.")
        }
        return text
    }
}
