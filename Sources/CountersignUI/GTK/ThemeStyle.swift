#if canImport(CWebKitGTK)
    import CWebKitGTK

    /// A theme as GTK style sheets for single widgets.
    @GTKActor
    struct ThemeStyle {
        let palette: SigningTheme.Palette
        private let font: String

        init(_ theme: SigningTheme) {
            palette = theme.palette(isDark: theme.isDark(whereSystemIs: Self.systemIsDark))
            // Lets nothing but a font name into the style sheet.
            let family = (theme.fontFamily ?? "").filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            font = family.isEmpty ? "" : "font-family: \"\(family)\";"
        }

        private static var systemIsDark: Bool {
            guard let settings = gtk_settings_get_default() else { return false }
            var value = GValue()
            // G_TYPE_BOOLEAN and G_TYPE_STRING, which are macros.
            g_value_init(&value, 5 << 2)
            g_object_get_property(
                UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
                "gtk-application-prefer-dark-theme", &value)
            defer { g_value_unset(&value) }
            return g_value_get_boolean(&value) != 0
        }

        var bar: String {
            "* { background: \(palette.bar.hexadecimal); color: \(palette.barText.hexadecimal); \(font) }"
        }

        var ground: String {
            "* { background: \(palette.ground.hexadecimal); color: \(palette.text.hexadecimal); \(font) }"
        }

        /// Returns the style of a button on the bar or the background: outlined in the text color.
        func quietButton(onBar: Bool) -> String {
            let (back, front) = onBar ? (palette.bar, palette.barText) : (palette.ground, palette.text)
            return """
                button { background: \(back.hexadecimal); color: \(front.hexadecimal); border: 1px solid \
                \(front.hexadecimal); border-radius: 8px; padding: 4px 14px; text-shadow: none; box-shadow: none; \(font) }
                button:focus { outline: 2px solid \(front.hexadecimal); outline-offset: -5px; }
                """
        }

        var mainButton: String {
            """
            button { background: \(palette.accent.hexadecimal); color: \(palette.accentText.hexadecimal); border: none; \
            border-radius: 8px; padding: 4px 18px; text-shadow: none; box-shadow: none; font-weight: bold; \(font) }
            button:focus { outline: 2px solid \(palette.accentText.hexadecimal); outline-offset: -5px; }
            """
        }

        func text(points: Int, isBold: Bool = false, onBar: Bool = false) -> String {
            let color = onBar ? palette.barText : palette.text
            return
                "label { color: \(color.hexadecimal); font-size: \(points)pt; \(isBold ? "font-weight: bold;" : "") \(font) }"
        }
    }
#endif
