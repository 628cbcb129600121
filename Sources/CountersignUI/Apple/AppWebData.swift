#if canImport(WebKit)
    import Countersign
    import Foundation
    import WebKit

    /// What web views of the app keep in WebKit's usual place: for an app that shows signing pages, or anything else of
    /// a user's, in views of its own. This package's presenters keep nothing there.
    public struct AppWebData: SigningWebData {
        public init() {}

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
