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
