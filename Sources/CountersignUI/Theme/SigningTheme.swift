import Essentials
import Foundation

/// Colors and fonts of what presenters draw around a signing page. It is passed as a value, so nothing outside the
/// presenter's own window or view changes.
///
/// Documents keep their appearance: dark mode darkens the surroundings of the paper, never paper and ink.
public struct SigningTheme: Sendable, Hashable {
    /// Whether the page and its surroundings are dark.
    public enum Appearance: Sendable, Hashable {
        /// Follows the system.
        case system
        case light, dark
    }

    /// Default: follows the system.
    public var appearance: Appearance
    /// The background of the title and the close control; `nil` for the page's own color.
    public var bar: Color?
    /// The color of primary buttons; `nil` for the page's own color.
    public var accent: Color?
    /// The color around and below the page while it loads, where the appearance is light; `nil` for the page's own.
    public var background: Color?
    /// The same where the appearance is dark.
    public var darkBackground: Color?
    /// The radius of a sheet's corners in points, on Apple's systems; `nil` for the system's.
    public var sheetCornerRadius: Double?
    /// The font family of the text around the page, on Linux; `nil` for the system's. Apple's systems always use the
    /// system's font, in the size that the person has chosen.
    public var fontFamily: String?

    /// Without arguments, everything looks as the page and the system have it.
    public init(
        appearance: Appearance = .system, bar: Color? = nil, accent: Color? = nil, background: Color? = nil,
        darkBackground: Color? = nil, sheetCornerRadius: Double? = nil, fontFamily: String? = nil
    ) {
        self.appearance = appearance
        self.bar = bar
        self.accent = accent
        self.background = background
        self.darkBackground = darkBackground
        self.sheetCornerRadius = sheetCornerRadius
        self.fontFamily = fontFamily
    }

    /// An sRGB color.
    public struct Color: Sendable, Hashable {
        /// From 0 to 255.
        public var red: UInt8
        /// From 0 to 255.
        public var green: UInt8
        /// From 0 to 255.
        public var blue: UInt8

        /// Creates a color from its parts, each from 0 to 255.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        static let black = Color(red: 0, green: 0, blue: 0)
        static let white = Color(red: 255, green: 255, blue: 255)

        /// The color in CSS notation: `#0c5460`.
        var hexadecimal: String {
            "#" + Hexadecimal.text([red, green, blue])
        }

        /// The relative luminance, from 0 to 1 (WCAG 2.2).
        var luminance: Double {
            func linear(_ part: UInt8) -> Double {
                let value = Double(part) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        /// Black or white, whichever is easier to read on this color: a contrast of at least 4.5 to 1.
        var readableOnIt: Color { luminance > 0.179 ? .black : .white }
    }

    /// The resulting colors, light or dark.
    struct Palette: Sendable, Hashable {
        var bar: Color
        var barText: Color
        var ground: Color
        var text: Color
        var accent: Color
        var accentText: Color
    }

    /// Whether presenters draw in dark colors.
    ///
    /// - Parameter systemIsDark: the system's appearance at that place, which may change at any time
    func isDark(whereSystemIs systemIsDark: Bool) -> Bool {
        switch appearance {
        case .system: systemIsDark
        case .light: false
        case .dark: true
        }
    }

    func palette(isDark: Bool) -> Palette {
        let surface = isDark ? Color(red: 0x1E, green: 0x25, blue: 0x26) : .white
        let text = isDark ? Color(red: 0xE9, green: 0xEE, blue: 0xEC) : Color(red: 0x1B, green: 0x23, blue: 0x26)
        let pageAccent =
            isDark ? Color(red: 0x7F, green: 0xD0, blue: 0xCF) : Color(red: 0x0C, green: 0x54, blue: 0x60)
        let accent = accent ?? pageAccent
        let pageGround = isDark ? Color(red: 0x14, green: 0x19, blue: 0x1A) : Color(red: 0xF1, green: 0xF0, blue: 0xEC)
        let ground = isDark ? darkBackground : background
        return Palette(
            bar: bar ?? surface, barText: bar?.readableOnIt ?? text,
            ground: ground ?? pageGround, text: ground?.readableOnIt ?? text, accent: accent,
            accentText: accent.readableOnIt)
    }
}
