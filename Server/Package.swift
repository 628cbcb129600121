// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny")
]

/// Rooms of the root package.
func rooms(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "countersign") } }

/// Most rooms, for tests of what stands on all of them.
let testedRooms = rooms(
    "SignedPDF", "Envelopes", "PageImages", "Typesetting", "Ceremony", "DocuSignDialect", "SignWellDialect", "Ledger",
    "Accounts", "Essentials", "PageKit", "HTTPMessages", "EnvelopeService", "IdentityService")

let package = Package(
    name: "countersign-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "countersign", targets: ["countersign"]),
        .library(name: "SigningService", targets: ["SigningService"]),
    ],
    dependencies: [
        .package(name: "countersign", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.36.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        .target(
            name: "SigningService",
            dependencies: rooms(
                "SignedPDF", "Envelopes", "PageImages", "Typesetting", "Ceremony", "Ledger", "Accounts",
                "PostgreSQL", "Essentials", "PageKit", "HTTPMessages", "EnvelopeService", "IdentityService"
            ) + [
                "Delivery", "Mail", "GuardedHTTP", "Webhooks", "CQRCode",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "GuardedHTTP",
            dependencies: [
                .product(name: "HTTPMessages", package: "countersign"),
                "CCurl", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Webhooks",
            dependencies: [
                "GuardedHTTP", .product(name: "Essentials", package: "countersign"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FileSigning",
            dependencies: rooms(
                "SignedPDF", "PageImages", "Typesetting", "Ceremony", "HTTPMessages", "TokenKeys", "PageComparison"
            ) + [
                "GuardedHTTP",
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Demonstration",
            dependencies: rooms(
                "SignedPDF", "Accounts", "Envelopes", "Typesetting", "Ceremony", "HTTPMessages", "PageKit",
                "EnvelopeService"
            ) + [
                "SigningService", "FileSigning", "GuardedHTTP",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CCurl"),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(
            name: "Mail",
            dependencies: [
                "CCurl", .product(name: "Essentials", package: "countersign"),
                .product(name: "Words", package: "countersign"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["Letters/Templates"],
            swiftSettings: strict
        ),
        .target(
            name: "Delivery",
            dependencies: rooms(
                "Essentials", "Envelopes", "Ledger", "EnvelopeService", "IdentityService", "Words"
            ) + [
                "GuardedHTTP", "Mail", "Webhooks", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Translations",
            dependencies: rooms("Words"), swiftSettings: strict),
        .target(
            name: "SettingsFile", dependencies: [.product(name: "Yams", package: "Yams")], swiftSettings: strict),
        .executableTarget(
            name: "countersign",
            dependencies: rooms(
                "SignedPDF", "Envelopes", "PageImages", "Typesetting", "Accounts", "Ceremony", "Ledger", "HTTPMessages",
                "EnvelopeService", "IdentityService", "TokenKeys", "PageComparison", "Essentials", "Words", "PostgreSQL"
            ) + [
                "SettingsFile", "SigningService", "FileSigning", "GuardedHTTP", "Demonstration", "Mail", "Delivery",
                "Translations",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // What `make bench` measures a round trip against; no product
        .executableTarget(
            name: "HandlerBenchmark",
            dependencies: rooms("Ledger") + [.product(name: "Hummingbird", package: "hummingbird")],
            path: "Benchmarks/HandlerBenchmark", swiftSettings: strict),
        .testTarget(
            name: "SigningServiceTests",
            dependencies: testedRooms + [
                "SigningService", "GuardedHTTP", "Webhooks", "LoopbackServers",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            exclude: ["HTTP/recorded-requests.jsonl"],
            swiftSettings: strict
        ),
        .target(name: "LoopbackServers", path: "Tests/LoopbackServers", swiftSettings: strict),
        .testTarget(
            name: "GuardedHTTPTests",
            dependencies: [
                "FileSigning", "GuardedHTTP", "LoopbackServers", .product(name: "SignedPDF", package: "countersign"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TranslationsTests", dependencies: rooms("Words") + ["Translations"], swiftSettings: strict),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "Webhooks", "GuardedHTTP", "LoopbackServers", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "FileSigningTests",
            dependencies: testedRooms + rooms("TokenKeys", "PageComparison") + ["FileSigning"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DeliveryTests",
            dependencies: testedRooms + rooms("Words") + [
                "Delivery", "Mail", "LoopbackServers", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MailTests",
            dependencies: [
                "Mail", .product(name: "Ledger", package: "countersign"),
                .product(name: "Essentials", package: "countersign"),
                .product(name: "Words", package: "countersign"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "SettingsFileTests", dependencies: ["SettingsFile"], swiftSettings: strict),
        .testTarget(
            name: "DemonstrationTests",
            dependencies: testedRooms + ["Demonstration", "FileSigning", "SigningService"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
