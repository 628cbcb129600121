import Foundation
import Testing

/// What can be seen of the code for Apple's systems without running it.
@Suite("The sources for Apple's systems")
struct AppleSourceTests {
    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Name and text of each file that has code for Apple's systems.
    private func files(in folders: [String]) throws -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        for folder in folders {
            let files = try #require(
                FileManager.default.enumerator(at: Self.root.appending(path: folder), includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                found.append((file.lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
            }
        }
        return found
    }

    /// Calls whose closures Apple's frameworks run on threads of their own. A closure that is written on the main actor
    /// is the main actor's unless it says `@Sendable`, and traps when it is run elsewhere.
    private static let calledAnywhere = [
        "ASWebAuthenticationSession(", "dataTask(with", "downloadTask(with", "uploadTask(with", "addObserver(forName",
        "loadFileRepresentation(", "loadDataRepresentation(", "loadInPlaceFileRepresentation(", "loadItem(",
        "loadObject(ofClass", "register(forTaskWithIdentifier", "expirationHandler =", "pathUpdateHandler =",
        "performExpiringActivity(", "observe(\\.", "DispatchSource.make", "evaluatePolicy(", "requestAccess(",
        "UIColor(dynamicProvider", "self.init {", "openApplication(", "requestAuthorization(",
    ]

    @Test("A closure that may run on any thread is @Sendable", arguments: calledAnywhere)
    func sendable(call: String) throws {
        for (name, text) in try files(in: ["Sources/CountersignUI", "Examples/SigningApp"]) {
            var rest = text[...]
            while let found = rest.range(of: call) {
                rest = rest[found.upperBound...]
                let brace = rest.firstIndex(of: "{") ?? rest.endIndex
                let closure = call.hasSuffix("{") ? rest : rest[brace...].dropFirst()
                let begins = closure.drop { $0.isWhitespace }
                #expect(begins.hasPrefix("@Sendable"), "\(name): the closure of \(call) is the main actor's")
            }
        }
    }

    @Test("The sign-in page's callback is @Sendable")
    func signIn() throws {
        let calls = try files(in: ["Sources/CountersignUI"]).filter { $0.text.contains("ASWebAuthenticationSession(") }
        #expect(calls.map(\.name) == ["WebAuthorizationPresenter.swift"])
    }

    @Test("Drawing follows the system's dark mode")
    func dark() throws {
        let files = try files(in: ["Sources/CountersignUI/Apple"])
        for (name, text) in files {
            #expect(!text.contains("theme.appearance == .dark"), "\(name) is light whatever the system is")
        }
        let asking = files.filter { $0.text.contains("palette(isDark:") }
        #expect(asking.allSatisfy { $0.text.contains("theme.isDark(whereSystemIs:") })
        #expect(asking.count == 3)
    }

    @Test("A navigation bar is styled by its appearances, and the app's own bar stays unchanged")
    func bar() throws {
        for (name, text) in try files(in: ["Sources/CountersignUI/Apple"]) {
            #expect(!text.contains("barTintColor") && !text.contains("navigationBar."), "\(name) styles the bar itself")
        }
    }

    @Test("Every presented page has a time limit to appear")
    func appearance() throws {
        for (name, text) in try files(in: ["Sources/CountersignUI/Apple"]) where text.contains("SigningVisit(page") {
            #expect(text.contains("SigningVisit(page, appearingWithin:"), "\(name) waits for ever")
        }
    }
}

extension AppleSourceTests {
    @Test("The presenters work in app extensions, where there is no UIApplication.shared")
    func extensions() throws {
        for (name, text) in try files(in: ["Sources/CountersignUI", "Sources/Countersign", "Sources/ClientSupport"]) {
            #expect(!text.contains("UIApplication.shared"), "\(name)")
        }
    }

    @Test("Controllers report when they appear and when they are dismissed")
    func controllers() throws {
        let files = try files(in: ["Sources/CountersignUI/Apple"]).filter {
            $0.name.hasPrefix("SigningViewController+")
        }
        #expect(files.count == 2)
        for (name, text) in files {
            #expect(text.contains("report(.appeared)"), "\(name)")
            #expect(text.contains("report(.dismissed)"), "\(name)")
        }
    }

    /// What Apple wants declared for the use of something, by what the use looks like in the sources.
    private static let declarations: [(use: String, key: String)] = [
        ("requestMediaCapturePermissionFor", "NSCameraUsageDescription"),
        (".https(host:", "com.apple.developer.associated-domains"), ("kSecAttrAccessGroup", "keychain-access-groups"),
        ("startAccessingSecurityScopedResource", "com.apple.security.files.user-selected.read-only"),
        ("WKWebView(", "com.apple.security.network.client"), ("isThisMachine", "NSAllowsLocalNetworking"),
        ("CLLocationManager", "NSLocationWhenInUseUsageDescription"),
        ("PHPhotoLibrary", "NSPhotoLibraryUsageDescription"),
        ("LAContext", "NSFaceIDUsageDescription"), ("NWBrowser", "NSLocalNetworkUsageDescription"),
        ("BGTaskScheduler.shared", "BGTaskSchedulerPermittedIdentifiers of ours"),
        ("URLSessionConfiguration.background", "UIBackgroundModes of ours"),
    ]

    @Test("The README names exactly the declarations that the libraries need")
    func declared() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let sources = try files(in: [
            "Sources/ClientSupport", "Sources/CountersignIdentity", "Sources/Countersign", "Sources/CountersignUI",
            "Sources/PageImages",
        ])
        for (use, key) in Self.declarations {
            let isUsed = sources.contains { $0.text.contains(use) }
            #expect(isUsed == readme.contains("`\(key)`"), "\(use) and \(key)")
        }
    }
}
