import Ceremony
import PageImages
import Typesetting

/// The tools for signing pages.
public struct ServiceWorkshop: Sendable {
    package var authority: any SigningAuthority
    package var typesetter: any Typesetter
    package var renderer: any PageRenderer
    package var fetcher: any FileFetcher

    /// Without `fetcher`, files that requests name by their addresses are refused.
    public init(
        authority: any SigningAuthority, typesetter: any Typesetter, renderer: any PageRenderer,
        fetcher: any FileFetcher = NoFileFetcher()
    ) {
        self.fetcher = fetcher
        self.authority = authority
        self.typesetter = typesetter
        self.renderer = renderer
    }
}
