import PageKit

/// The files of the signing page.
enum PageFiles {
    static let all = PageFolder(CeremonyFiles.all, saying: .page)
}
