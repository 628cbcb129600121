/// Converts colors of device color spaces: one component is gray, three are RGB, four are CMYK (ISO 32000-2 §8.6.4).
enum FieldColors {
    /// Returns the brightness of a color from 0 to 1, or `nil` for another number of components.
    static func brightness(_ color: [Double]) -> Double? {
        rgb(color).map { 0.299 * $0[0] + 0.587 * $0[1] + 0.114 * $0[2] }
    }

    /// Returns red, green and blue from 0 to 1, or `nil` for another number of components.
    static func rgb(_ color: [Double]) -> [Double]? {
        let parts = color.map { min(max(0, $0), 1) }
        switch parts.count {
        case 1: return [parts[0], parts[0], parts[0]]
        case 3: return parts
        case 4: return parts[..<3].map { max(0, 1 - $0 - parts[3]) }
        default: return nil
        }
    }
}

/// A color space, as far as its colors can be told (ISO 32000-2 §8.6).
enum PaintSpace: Sendable, Equatable {
    case device(Int)
    /// One colorant that is black at 1.
    case blackInk
    case unknown

    init(named name: String) {
        switch name {
        case "DeviceGray", "G", "CalGray": self = .device(1)
        case "DeviceRGB", "RGB", "CalRGB": self = .device(3)
        case "DeviceCMYK", "CMYK": self = .device(4)
        default: self = .unknown
        }
    }

    init(_ space: PDFObject, in document: PDFDocument) {
        guard let parts = space.arrayValue, let family = parts.first?.nameValue else {
            self.init(named: space.nameValue ?? "")
            return
        }
        switch family {
        case "ICCBased":
            let profile = parts.last.flatMap { try? document.resolve($0) }?.streamValue?.dictionary
            self = profile.flatMap { try? document.value("N", in: $0) }?.integerValue.map(Self.device) ?? .unknown
        case "Separation":
            let name = parts.dropFirst().first.flatMap { try? document.resolve($0) }?.nameValue
            self = name == "Black" || name == "All" ? .blackInk : .unknown
        default: self.init(named: family)
        }
    }

    /// Returns red, green and blue from 0 to 1, or `nil` for an unknown color.
    func rgb(_ parts: [Double]) -> [Double]? {
        switch self {
        case .device(let count): parts.count == count ? FieldColors.rgb(parts) : nil
        case .blackInk: parts.count == 1 ? FieldColors.rgb([1 - parts[0]]) : nil
        case .unknown: nil
        }
    }
}
