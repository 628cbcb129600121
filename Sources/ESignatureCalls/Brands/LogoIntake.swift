import Ceremony
import Essentials
import Foundation
import Ledger
import PageImages
import SignedPDF

/// Makes a brand's logo of a file: decoded, made smaller and written anew, since browsers and mail programs of strangers
/// show it.
struct LogoIntake {
    let pictures: PictureIntake
    let renderer: any PageRenderer

    enum Problem: Error, Equatable {
        /// A sentence says why.
        case unusable(String)
        case tooManyAtOnce
    }

    /// The numbers of pixels that are tried, until the file is small enough.
    private static let sizes = [1_000_000, 250_000, 60_000]

    /// - Parameter account: the account that the work is charged to
    /// - Throws: ``Problem``, errors of the renderer that are not the file's, and `CancellationError`
    func logo(_ bytes: Data, of account: String) async throws -> BrandLogo {
        guard BrandLogo(bytes) != nil else {
            throw Problem.unusable("it has to be a PNG or JPEG of at most \(BrandLogo.largest / 1024) KB")
        }
        let share = FairShare(account: account)
        do {
            for size in Self.sizes {
                let file = try await pictures.file(bytes, keeping: size, for: share, renderer: renderer)
                if let logo = BrandLogo(file) { return logo }
            }
        } catch PDFError.invalidImage(let reason) {
            throw Problem.unusable(reason)
        } catch let error as PageImageError where error.isOfThePage {
            throw Problem.unusable("it cannot be drawn")
        } catch is FairSlots.Full {
            throw Problem.tooManyAtOnce
        }
        throw Problem.unusable("it takes more than \(BrandLogo.largest / 1024) KB, however small it is made")
    }
}
