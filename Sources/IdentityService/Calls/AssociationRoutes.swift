import Foundation
import HTTPMessages
import ServiceCalls

/// The files by which the systems of phones learn that an application's apps open the service's sign-in links, and may use
/// the passkeys of its domain. They name the apps of all applications, since a domain has one of each.
struct AssociationRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [
            APIRoute(.get, ".well-known/apple-app-site-association", needsToken: false) { _ in try await apple() },
            APIRoute(.get, ".well-known/assetlinks.json", needsToken: false) { _ in try await android() },
        ]
    }

    private static let headers = HTTPFields(["Cache-Control": "public, max-age=300"])
    /// The paths of sign-in links, as Apple's file writes them.
    private static let links = "/hub/auth/magic/*"

    /// Apple's "Supporting associated domains".
    private struct AppleFile: Encodable {
        struct Links: Encodable {
            let details: [Detail]
        }
        struct Detail: Encodable {
            let appIDs: [String]
            let components: [[String: String]]
        }
        struct Credentials: Encodable {
            let apps: [String]
        }
        let applinks: Links
        let webcredentials: Credentials
    }

    private func apple() async throws -> HTTPReply {
        let apps = Set(try await service.stores.identity.apps().flatMap(\.settings.appleApps)).sorted()
        let details = apps.isEmpty ? [] : [AppleFile.Detail(appIDs: apps, components: [["/": Self.links]])]
        return try .json(
            AppleFile(applinks: .init(details: details), webcredentials: .init(apps: apps)), headers: Self.headers)
    }

    /// A statement of Google's Digital Asset Links.
    private struct Statement: Encodable {
        struct Target: Encodable {
            let namespace = "android_app"
            let package: String
            let certificates: [String]

            private enum CodingKeys: String, CodingKey {
                case namespace
                case package = "package_name"
                case certificates = "sha256_cert_fingerprints"
            }
        }
        let relation = ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"]
        let target: Target

        private enum CodingKeys: CodingKey {
            case relation, target
        }
    }

    private func android() async throws -> HTTPReply {
        let apps = Set(try await service.stores.identity.apps().flatMap(\.settings.androidApps))
        return try .json(
            apps.sorted { ($0.package, $0.certificates.joined()) < ($1.package, $1.certificates.joined()) }.map {
                Statement(target: .init(package: $0.package, certificates: $0.certificates))
            },
            headers: Self.headers)
    }
}
