import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import ServiceCalls

/// What clients need to know before anybody signs in: the application's settings and the service's keys.
struct AppRoutes {
    let service: IdentityService

    var routes: [APIRoute] {
        [
            APIRoute(.get, "hub/app-config", needsToken: false) { try .json(try await configuration($0)) },
            APIRoute(.get, "hub/page/origins", needsToken: false) { call in
                try .json(["origins": try await service.app(of: call).settings.origins])
            },
            APIRoute(.get, "hub/auth/keys", needsToken: false) { _ in try await keys() },
            APIRoute(.get, ".well-known/jwks.json", needsToken: false) { _ in try await keys() },
        ]
            + [
                "hub/auth/.well-known/oauth-authorization-server", ".well-known/oauth-authorization-server",
                ".well-known/openid-configuration",
            ].map { path in
                APIRoute(.get, path, needsToken: false) { _ in
                    try .json(TokenMetadata(base: service.issuer), headers: Self.publicly)
                }
            }
    }

    /// Answers that are the same for everybody may be read by any website, and kept for a few minutes.
    private static let publicly = HTTPFields([
        "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*",
    ])

    private func keys() async throws -> HTTPReply {
        try .json(KeySet(try await service.tokens.keys(at: service.now())), headers: Self.publicly)
    }

    private func configuration(_ call: ServiceCall) async throws -> HubAppConfig {
        let app = try await service.app(of: call)
        let settings = app.settings
        let fields = settings.schema.map { name, field in
            (
                name,
                HubAppConfig.Field(
                    displayName: field.displayName ?? name, type: field.type.rawValue, required: field.required,
                    ownedBy: field.writer.rawValue, readOnly: field.readOnly,
                    encryption: .init(state: field.encrypted ? "enabled" : "disabled"))
            )
        }
        func hasProvider(_ method: String) -> Bool {
            service.providers != nil && settings.providers.contains { $0.method == method }
        }
        let methods: JSONValue = [
            "email": ["enabled": true],
            "passkeys": ["enabled": .bool(settings.passkeys), "domains": []],
            "anonymous": ["enabled": .bool(settings.guests)],
            "google": ["enabled": .bool(hasProvider("google"))], "apple": ["enabled": .bool(hasProvider("apple"))],
            "phone": ["enabled": .bool(service.configuration.sendsTextMessages)],
        ]
        return HubAppConfig(
            app: .init(
                id: app.id, name: app.name, schema: Dictionary(fields) { first, _ in first },
                config: [
                    "hub": [
                        "auth": [
                            "use_explicit_sign_up_flow": .bool(settings.explicitSignUp), "sign_in_methods": methods,
                        ]
                    ],
                    "challenge_duration": .string("\(Int(service.configuration.challengeLife / 60))m"),
                ]))
    }
}
