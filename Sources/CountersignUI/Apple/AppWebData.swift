#if canImport(WebKit)
    import Countersign
    import Foundation
    import WebKit

    /// The data in WebKit's default store, for an app that shows signing pages or other content of a user in its own
    /// web views. This package's presenters store nothing there.
    public struct AppWebData: SigningWebData {
        /// For `CountersignConfiguration.webData`.
        public init() {}

        /// Deletes everything in WebKit's default store, whatever part of the app stored it.
        public func clear() async {
            await Self.clearDefault()
        }

        @MainActor
        private static func clearDefault() async {
            await WKWebsiteDataStore.default().removeData(
                ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast)
        }
    }
#endif
