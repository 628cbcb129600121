import Foundation
import PageImages

/// Renders white pages without text, for tests that do not look at pages.
public struct BlankPages: PageRenderer {
    /// For a stand-in or a device whose pages nobody looks at.
    public init() {}

    /// Returns the same white square for every page, whatever the width.
    public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Self.white }

    /// Returns no words.
    public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }

    /// A white square of eight points, as a baseline JPEG (ITU-T T.81).
    private static let white =
        Data(
            base64Encoded: "/9j/4AAQSkZJRgABAQEACAAIAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////"
                + "//////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////"
                + "////////////////////////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xA"
                + "AUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM"
                + "AwEAAhEDEQA/ALQAf//Z") ?? Data()
}
