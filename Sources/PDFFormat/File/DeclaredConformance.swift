import Foundation

/// The standards that a document's metadata declare it to follow: PDF/A (ISO 19005-2 §6.6.4) and PDF/UA (ISO 14289-1
/// §5).
package struct DeclaredConformance: Sendable, Hashable {
    /// The part of PDF/A, from 1 to 4.
    package var archivalPart: Int?
    /// The part of PDF/UA.
    package var accessiblePart: Int?

    package init(archivalPart: Int? = nil, accessiblePart: Int? = nil) {
        self.archivalPart = archivalPart
        self.accessiblePart = accessiblePart
    }

    private static let largestPacket = 16 << 20

    /// Reads the declarations of a document. Metadata that cannot be read declare nothing.
    package init(of document: PDFDocument) {
        guard let catalog = try? document.catalog(), catalog["Metadata"] != nil,
            let stream = (try? document.value("Metadata", in: catalog))?.streamValue,
            let packet = try? document.decoded(stream, limit: Self.largestPacket)
        else { return }
        archivalPart = Self.number("pdfaid:part", in: packet)
        accessiblePart = Self.number("pdfuaid:part", in: packet)
    }

    /// Returns the digit that is a property's value, written as an element or as an attribute.
    private static func number(_ property: String, in packet: Data) -> Int? {
        guard let found = packet.range(of: Data(property.utf8)) else { return nil }
        let rest = packet[found.upperBound...].prefix(8).drop {
            [0x3D, 0x3E, 0x22, 0x27, 0x20, 0x0A, 0x0D].contains($0)
        }
        return rest.first.flatMap { (0x31...0x39).contains($0) ? Int($0) - 0x30 : nil }
    }
}

/// Color spaces that stand in for the device's own where a document says nothing of its output device: PDF/A permits
/// device colors only where one of both is given (ISO 19005-2 §6.2.4.3).
package enum DefaultColors {
    private static let white: PDFObject = .array([.real(0.9505), .integer(1), .real(1.089)])

    /// The color spaces of a resource dictionary: those of sRGB (IEC 61966-2-1), without its profile.
    package static let spaces: PDFDictionary = [
        "DefaultGray": .array([
            .name("CalGray"), .dictionary(["WhitePoint": white, "Gamma": .real(2.2)]),
        ]),
        "DefaultRGB": .array([
            .name("CalRGB"),
            .dictionary([
                "WhitePoint": white, "Gamma": .array([.real(2.2), .real(2.2), .real(2.2)]),
                "Matrix": .array(
                    [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505].map(PDFObject.real)),
            ]),
        ]),
    ]

    /// Returns the numbers of components of a document's output intents: 3 for RGB, 4 for CMYK (ISO 32000-2 §14.11.5).
    package static func outputComponents(of document: PDFDocument) -> Set<Int> {
        guard let catalog = try? document.catalog(),
            let intents = (try? document.value("OutputIntents", in: catalog))?.arrayValue
        else { return [] }
        return Set(
            intents.compactMap { intent in
                guard let intent = (try? document.resolve(intent))?.dictionaryValue,
                    let profile = (try? document.value("DestOutputProfile", in: intent))?.streamValue
                else { return nil }
                return (try? document.value("N", in: profile.dictionary))?.integerValue
            })
    }
}
