import Foundation

#if canImport(SwiftUI)
    import SwiftUI

    @main
    struct EmbeddedSigningDemo: App {
        var body: some Scene {
            WindowGroup { HomeScreen() }
        }
    }
#elseif canImport(CWebKitGTK)
    /// SignWell's demo, step by step: an API key, a file or a URL, and a document that is signed inside the app.
    ///
    ///     COUNTERSIGN_SERVER=http://127.0.0.1:8080 SIGNWELL_API_KEY=… swift run EmbeddedSigningDemo [FILE or URL]
    @main
    struct EmbeddedSigningDemo {
        static func main() async {
            var form = DemoForm()
            let environment = ProcessInfo.processInfo.environment
            form.server = environment["COUNTERSIGN_SERVER"] ?? form.server
            form.apiKey = environment["SIGNWELL_API_KEY"] ?? ""
            if let named = CommandLine.arguments.dropFirst().first {
                let isAddress = named.hasPrefix("http://") || named.hasPrefix("https://")
                form.source = isAddress ? .address : .file
                if isAddress { form.address = named } else { form.file = URL(filePath: named) }
            }
            guard let window = await HomeWindow.open(form) else {
                print("There is no display.")
                exit(1)
            }
            await window.closed()
        }
    }
#else
    @main
    struct EmbeddedSigningDemo {
        static func main() { print("The demo is a program for Linux and Apple's systems.") }
    }
#endif
