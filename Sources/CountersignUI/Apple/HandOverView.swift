#if canImport(SwiftUI)
    import SwiftUI

    /// The hand-over screen, in large letters that follow the person's text size setting.
    struct HandOverView: View {
        let question: HandOverQuestion
        let theme: SigningTheme
        let answer: @MainActor (Int?) -> Void
        @Environment(\.colorScheme) private var scheme

        var body: some View {
            let palette = theme.palette(isDark: theme.isDark(whereSystemIs: scheme == .dark))
            ScrollView {
                VStack(alignment: .leading, spacing: 20) {
                    Text(question.title).font(.largeTitle).bold().accessibilityAddTraits(.isHeader)
                    Text(question.note).font(.title3)
                    ForEach(question.choices.indices, id: \.self) { index in
                        Button {
                            answer(index)
                        } label: {
                            // Only what is inside the label meets a finger.
                            Text(question.choices[index])
                                .font(.title2)
                                .frame(maxWidth: .infinity, minHeight: 64)
                                .foregroundStyle(Color(palette.accentText))
                        }
                        .buttonStyle(.borderedProminent)
                    }
                    Button {
                        answer(nil)
                    } label: {
                        Text(question.notNow).frame(maxWidth: .infinity, minHeight: 52).contentShape(Rectangle())
                    }
                }
                .padding()
            }
            .foregroundStyle(Color(palette.text))
            .background(Color(palette.ground))
            .tint(Color(palette.accent))
            .preferredColorScheme(theme.colorScheme)
            .interactiveDismissDisabled(true)
            // Whoever took it away: nobody can answer any more. After an answer this changes nothing.
            .onDisappear { answer(nil) }
        }
    }

    extension SigningTheme {
        /// `nil` for the system's.
        var colorScheme: ColorScheme? {
            switch appearance {
            case .system: nil
            case .light: .light
            case .dark: .dark
            }
        }
    }

    extension Color {
        init(_ color: SigningTheme.Color) {
            self.init(
                .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255,
                blue: Double(color.blue) / 255, opacity: 1)
        }
    }
#endif
