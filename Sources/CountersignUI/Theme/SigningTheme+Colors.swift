extension SigningTheme.Color {
    /// Creates a color from parts of sRGB from 0 to 1. Parts beyond, which colors outside of sRGB have, are clamped.
    init(fractionOfRed red: Double, green: Double, blue: Double) {
        func byte(_ part: Double) -> UInt8 {
            part.isNaN ? 0 : UInt8((min(max(part, 0), 1) * 255).rounded())
        }
        self.init(red: byte(red), green: byte(green), blue: byte(blue))
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    extension SigningTheme.Color {
        /// Creates a color from SwiftUI's, without its opacity.
        ///
        /// - Parameter isDark: whether to take the one of the dark appearance, if the color depends on it
        public init(_ color: SwiftUI.Color, isDark: Bool = false) {
            var environment = EnvironmentValues()
            environment.colorScheme = isDark ? .dark : .light
            let resolved = color.resolve(in: environment)
            self.init(
                fractionOfRed: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue))
        }
    }
#endif

#if canImport(UIKit)
    import UIKit

    extension SigningTheme.Color {
        /// Creates a color from UIKit's, without its alpha. Returns `nil` for a pattern.
        ///
        /// - Parameter isDark: whether to take the one of the dark appearance, if the color depends on it
        public init?(_ color: UIColor, isDark: Bool = false) {
            let traits = UITraitCollection(userInterfaceStyle: isDark ? .dark : .light)
            var (red, green, blue) = (CGFloat(0), CGFloat(0), CGFloat(0))
            let isFound = color.resolvedColor(with: traits).getRed(&red, green: &green, blue: &blue, alpha: nil)
            guard isFound else { return nil }
            self.init(fractionOfRed: Double(red), green: Double(green), blue: Double(blue))
        }
    }
#elseif canImport(AppKit)
    import AppKit

    extension SigningTheme.Color {
        /// Creates a color from AppKit's, without its alpha. Returns `nil` for a pattern.
        ///
        /// - Parameter isDark: whether to take the one of the dark appearance, if the color depends on it
        public init?(_ color: NSColor, isDark: Bool = false) {
            var found: NSColor?
            NSAppearance(named: isDark ? .darkAqua : .aqua)?.performAsCurrentDrawingAppearance {
                found = color.usingColorSpace(.sRGB)
            }
            guard let found else { return nil }
            self.init(
                fractionOfRed: Double(found.redComponent), green: Double(found.greenComponent),
                blue: Double(found.blueComponent))
        }
    }
#endif
