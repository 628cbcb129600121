import Foundation
import PageImages

/// White pages without words: what a test that looks at no page needs of them.
public struct BlankPages: PageRenderer {
    public init() {}

    public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Self.white }

    public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }

    /// Eight white points square, as a baseline JPEG (ITU-T T.81).
    private static let white =
        Data(
            base64Encoded: "/9j/4AAQSkZJRgABAQEACAAIAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////"
                + "//////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////"
                + "////////////////////////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xA"
                + "AUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM"
                + "AwEAAhEDEQA/ALQAf//Z") ?? Data()
}
