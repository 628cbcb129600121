// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny")
]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "countersign",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(
            name: "SignedPDF",
            targets: ["SignedPDF", "PDFFormat", "CryptographicMessages", "Glyphs", "DescribedErrors"]),
        .library(name: "Envelopes", targets: ["Envelopes"]),
        .library(name: "PageImages", targets: ["PageImages"]),
        .library(name: "PageComparison", targets: ["PageComparison"]),
        .library(name: "Typesetting", targets: ["Typesetting", "Glyphs"]),
        .library(name: "Essentials", targets: ["Essentials"]),
        .library(name: "HTTPMessages", targets: ["HTTPMessages"]),
        .library(name: "PageKit", targets: ["PageKit"]),
        .library(name: "Words", targets: ["Words"]),
        .library(name: "Ceremony", targets: ["Ceremony", "HTTPMessages", "Words"]),
        .library(name: "Composing", targets: ["Composing", "HTTPMessages", "Words"]),
        .library(name: "DocuSignDialect", targets: ["DocuSignDialect"]),
        .library(name: "SignWellDialect", targets: ["SignWellDialect"]),
        .library(name: "TokenKeys", targets: ["TokenKeys"]),
        .library(name: "Ledger", targets: ["Ledger"]),
        .library(name: "Accounts", targets: ["Accounts"]),
        .library(name: "PostgreSQL", targets: ["PostgreSQL"]),
        .library(
            name: "EnvelopeService",
            targets: [
                "EnvelopeService", "EnvelopeWork", "ESignatureCalls", "SignWellCalls", "ServiceCalls", "HTTPMessages",
                "DocumentConversion",
            ]),
        .library(name: "IdentityService", targets: ["IdentityService"]),
        .library(name: "Countersign", targets: ["Countersign", "HTTPMessages"]),
        .library(name: "CountersignIdentity", targets: ["CountersignIdentity", "HTTPMessages"]),
        .library(name: "CountersignUI", targets: ["CountersignUI"]),
        .library(name: "CountersignTesting", targets: ["CountersignTesting"]),
        .library(name: "DocuSignCompatibility", targets: ["DocuSignCompatibility"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        // Below all floors: how an error shows itself; part of SignedPDF, for the errors of the service's package
        .target(name: "DescribedErrors", swiftSettings: strict),
        // Floor 0: what every room needs and the standard library lacks; part of the products
        .target(name: "Essentials", dependencies: ["DescribedErrors"], swiftSettings: strict),
        // Floor 0: what text and drawings are made of, for the rooms that make them and those that write them
        .target(name: "Glyphs", dependencies: ["DescribedErrors"], swiftSettings: strict),
        // Floor 0: requests and answers as values; part of the products whose rooms speak in them
        .target(name: "HTTPMessages", dependencies: [httpTypes], swiftSettings: strict),
        // Floor 1
        // Floor 1: what people read, in their languages
        .target(
            name: "Words", dependencies: ["Essentials"], exclude: ["Catalogs"], swiftSettings: strict),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz-subset", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
        .target(
            name: "PDFFormat",
            dependencies: ["Essentials", "DescribedErrors", "Glyphs", "CZlib", crypto, cryptoExtras],
            swiftSettings: strict),
        .target(
            name: "CryptographicMessages",
            dependencies: ["Essentials", "DescribedErrors", crypto, cryptoExtras, asn1, x509],
            swiftSettings: strict),
        .target(name: "Envelopes", dependencies: ["Essentials", "DescribedErrors", crypto], swiftSettings: strict),
        .target(
            name: "PageImages",
            dependencies: [
                "Essentials", "DescribedErrors", "CZlib",
                .target(name: "CSpawn", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
        .target(
            name: "Typesetting",
            dependencies: ["Essentials", "DescribedErrors", "Glyphs"]
                + ["CHarfBuzz", "CFontconfig", "CFriBidi"].map {
                    .target(name: $0, condition: .when(platforms: [.linux]))
                },
            swiftSettings: strict
        ),
        .target(
            name: "Passkeys", dependencies: ["Essentials", "DescribedErrors", crypto, cryptoExtras],
            swiftSettings: strict),
        // Floor 2: what every client in an app has: transport, stores of secrets, the browser's part of OAuth, origins
        .target(
            name: "ClientSupport", dependencies: ["Essentials", "DescribedErrors", "HTTPMessages", crypto],
            swiftSettings: strict),
        .systemLibrary(name: "CPKCS11", providers: [.apt(["libp11-kit-dev"]), .brew(["p11-kit"])]),
        // Floor 2
        .target(
            name: "SignedPDF",
            dependencies: [
                "Essentials", "DescribedErrors", "PDFFormat", "CryptographicMessages", crypto, asn1, x509,
            ],
            swiftSettings: strict),
        .target(
            name: "TokenKeys",
            dependencies: [
                "Essentials", "DescribedErrors", "CryptographicMessages", crypto, x509,
                .target(name: "CPKCS11", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "DocuSignDialect", dependencies: ["Essentials", "DescribedErrors", "Envelopes"], swiftSettings: strict
        ),
        .target(
            name: "SignWellDialect", dependencies: ["Essentials", "DescribedErrors", "Envelopes"], swiftSettings: strict
        ),
        .target(name: "RowndDialect", dependencies: ["Essentials"], swiftSettings: strict),
        .target(
            name: "Ledger", dependencies: ["Essentials", "DescribedErrors", "Envelopes", crypto, grdb],
            swiftSettings: strict),
        // Floor 1: a call to a service, its route, and its answer, whatever API it belongs to
        .target(name: "ServiceCalls", dependencies: ["Essentials", "HTTPMessages"], swiftSettings: strict),
        // Floor 1: what every page that people see stands on
        .target(
            name: "PageKit", dependencies: ["Essentials", "Words", "HTTPMessages", "CZlib", crypto], exclude: ["Files"],
            swiftSettings: strict),
        // Floor 2: programs of the system that make PDFs of other files
        .target(
            name: "DocumentConversion", dependencies: ["Essentials", "DescribedErrors", "PageImages"],
            swiftSettings: strict),
        // Floor 3: accounts, users, tokens, keys and applications, as values and stores over the seam
        .target(
            name: "Accounts", dependencies: ["Essentials", "ServiceCalls", "Ledger", "Envelopes"], swiftSettings: strict
        ),
        // Floor 3: another engine under the stores, for services on several machines
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "PostgreSQL",
            dependencies: ["Ledger", .target(name: "CPostgreSQL", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        // Floor 3
        .target(name: "PageComparison", dependencies: ["SignedPDF", "PageImages"], swiftSettings: strict),
        .target(
            name: "Ceremony",
            dependencies: [
                "Essentials", "Words", "DescribedErrors", "HTTPMessages", "PageKit", "ServiceCalls", "SignedPDF",
                "Envelopes",
                "Ledger", "PageImages", "Typesetting", crypto, x509,
            ],
            exclude: ["Page"],
            swiftSettings: strict
        ),
        .target(
            name: "Composing",
            dependencies: [
                "Essentials", "Words", "HTTPMessages", "PageKit", "ServiceCalls", "Envelopes", "PageImages",
                "SignedPDF",
            ],
            exclude: ["Page"],
            swiftSettings: strict),
        // Floor 4
        .target(
            name: "EnvelopeWork",
            dependencies: [
                "Accounts", "Essentials", "ServiceCalls", "HTTPMessages", "Envelopes", "PageImages", "Typesetting",
                "Ceremony", "PageKit", "SignWellDialect", "Ledger", "DocumentConversion", crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "IdentityService",
            dependencies: [
                "Essentials", "Words", "PageKit", "ServiceCalls", "HTTPMessages", "RowndDialect", "Passkeys", "Ledger",
                crypto,
                cryptoExtras, .product(name: "JWTKit", package: "jwt-kit"),
            ],
            exclude: ["Page", "Script"],
            swiftSettings: strict),
        .target(
            name: "Countersign",
            dependencies: [
                "Essentials", "ClientSupport", "Words",
                "DescribedErrors", "HTTPMessages", "SignedPDF", "Envelopes", "PageImages", "Typesetting", "Ceremony",
                "Composing", "PageKit", "DocuSignDialect", "SignWellDialect", "Ledger", crypto,
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: strict),
        .target(
            name: "CountersignIdentity",
            dependencies: [
                "Essentials", "ClientSupport", "RowndDialect", "DescribedErrors", "HTTPMessages", crypto, cryptoExtras,
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: strict),
        // Floor 5
        .target(name: "DocuSignCompatibility", dependencies: ["Countersign"], swiftSettings: strict),
        .target(
            name: "ESignatureCalls",
            dependencies: [
                "EnvelopeWork", "Accounts", "Essentials", "ServiceCalls", "HTTPMessages", "SignedPDF", "Envelopes",
                "PageImages", "Ceremony", "Composing", "DocuSignDialect", "DocumentConversion", "Ledger",
            ],
            swiftSettings: strict),
        .target(
            name: "SignWellCalls",
            dependencies: [
                "EnvelopeWork", "Accounts", "Essentials", "ServiceCalls", "HTTPMessages", "SignedPDF", "Envelopes",
                "PageImages", "Ceremony", "SignWellDialect", "DocumentConversion", "Ledger", crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "DeviceCalls",
            dependencies: [
                "EnvelopeWork", "Essentials", "ServiceCalls", "HTTPMessages", "SignedPDF", "Envelopes", "Typesetting",
                "PageKit", "Ceremony", "DocuSignDialect", "Ledger",
            ],
            swiftSettings: strict),
        .target(
            name: "SigningVisits",
            dependencies: [
                "EnvelopeWork", "Essentials", "ServiceCalls", "HTTPMessages", "Envelopes", "PageKit", "Ceremony",
                "Ledger",
                crypto,
            ],
            exclude: ["Embedding/Script"],
            swiftSettings: strict),
        .target(
            name: "ComposingVisits",
            dependencies: [
                "EnvelopeWork", "Essentials", "ServiceCalls", "HTTPMessages", "Envelopes", "PageKit", "PageImages",
                "Ceremony", "Composing", "Ledger", "SignedPDF", "CryptographicMessages", "DocumentConversion", "Words",
            ],
            swiftSettings: strict),
        // Floor 6
        .target(
            name: "EnvelopeService",
            dependencies: [
                "EnvelopeWork", "ESignatureCalls", "SignWellCalls", "DeviceCalls", "SigningVisits", "ComposingVisits",
                "Accounts",
                "ServiceCalls", "HTTPMessages", "Envelopes", "Ceremony", "Ledger",
            ],
            swiftSettings: strict),
        // Floor 7
        .target(
            name: "CountersignUI",
            dependencies: [
                "Essentials", "Words",
                "HTTPMessages", "PageKit", "ClientSupport", "Countersign", "CountersignIdentity", "Ceremony",
                "Envelopes",
                .target(name: "CWebKitGTK", condition: .when(platforms: [.linux])),
            ],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: strict),
        .target(
            name: "CountersignTesting",
            dependencies: [
                "Accounts", "Essentials", "ClientSupport", "ServiceCalls", "IdentityService",
                "DescribedErrors", "HTTPMessages", "Countersign", "EnvelopeService", "Envelopes", "PageImages",
                "Typesetting", "Ceremony",
                "Ledger", "SignedPDF", x509,
            ],
            swiftSettings: strict),
        // What `make bench` runs; no product, nothing that an app gets
        .executableTarget(
            name: "AppendBenchmark", dependencies: ["SignedPDF", crypto], path: "Benchmarks/AppendBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "VerifyBenchmark", dependencies: ["SignedPDF", x509], path: "Benchmarks/VerifyBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "DeviceBenchmark",
            dependencies: ["Essentials", "Ceremony", "Countersign", "CountersignTesting", "Envelopes", crypto],
            path: "Benchmarks/DeviceBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "ListBenchmark", dependencies: ["Envelopes", "Ledger"], path: "Benchmarks/ListBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "IdentityBenchmark",
            dependencies: [
                "CountersignIdentity", "IdentityService", "Ledger", "Envelopes", "Essentials", "RowndDialect",
                "HTTPMessages", "ServiceCalls", crypto,
            ], path: "Benchmarks/IdentityBenchmark", swiftSettings: strict),
        // What `make fuzz` runs, and its bounded part in the tests; no product
        .target(
            name: "PDFMutation", dependencies: ["SignedPDF", "CZlib", x509], path: "Fuzzing/PDFMutation",
            swiftSettings: strict),
        .executableTarget(
            name: "MutatePDF", dependencies: ["PDFMutation"], path: "Fuzzing/MutatePDF", swiftSettings: strict),
        // Examples/: programs to begin with, which see what apps see; no products
        .executableTarget(
            name: "SignFromTerminal", dependencies: ["Countersign"], path: "Examples/SignFromTerminal",
            packageAccess: false,
            swiftSettings: strict),
        .executableTarget(
            name: "SigningKiosk", dependencies: ["Countersign", "CountersignUI"], path: "Examples/SigningKiosk",
            packageAccess: false,
            swiftSettings: strict),
        .executableTarget(
            name: "EmbeddedSigningDemo",
            dependencies: [
                "Countersign", "CountersignUI", .target(name: "CWebKitGTK", condition: .when(platforms: [.linux])),
            ],
            path: "Examples/EmbeddedSigningDemo/Sources/EmbeddedSigningDemo", packageAccess: false,
            swiftSettings: strict),
        .executableTarget(
            name: "ProfileDemo", dependencies: ["CountersignIdentity", "CountersignUI"],
            path: "Examples/ProfileDemo/Sources/ProfileDemo", packageAccess: false, swiftSettings: strict),
        // A device that the tests in Interop/ kill and start again; no product
        .executableTarget(
            name: "FieldDevice", dependencies: ["Ceremony", "Countersign", "CountersignTesting", "Envelopes"],
            path: "Interop/FieldDevice", swiftSettings: strict),
        // One of several processes that share a session; tests kill it. No product
        .executableTarget(
            name: "SharedSession",
            dependencies: ["Essentials", "ClientSupport", "CountersignIdentity", "IdentityStandIn"],
            path: "Interop/SharedSession", swiftSettings: strict),
        // Plays the service in tests of the client; no product
        .target(
            name: "IdentityStandIn", dependencies: ["Essentials", "ClientSupport", "HTTPMessages", crypto],
            path: "Tests/IdentityStandIn", swiftSettings: strict),
        // An app that the tests in Interop/ use against a service that runs; no product
        .executableTarget(
            name: "FieldApp", dependencies: ["Countersign", "CountersignTesting", "Envelopes"],
            path: "Interop/FieldApp", swiftSettings: strict),
        // Tests
        .testTarget(
            name: "DocumentConversionTests", dependencies: ["DocumentConversion", "Essentials"], swiftSettings: strict),
        .testTarget(name: "WordsTests", dependencies: ["Words"], swiftSettings: strict),
        .testTarget(name: "HTTPMessagesTests", dependencies: ["HTTPMessages"], swiftSettings: strict),
        .testTarget(name: "GlyphsTests", dependencies: ["Glyphs"], swiftSettings: strict),
        .testTarget(name: "RowndDialectTests", dependencies: ["RowndDialect"], swiftSettings: strict),
        .testTarget(
            name: "ClientSupportTests", dependencies: ["ClientSupport", "HTTPMessages", "Essentials", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PDFFormatTests",
            // Most files are filled in or signed as well, which the room above does.
            dependencies: ["PDFFormat", "SignedPDF", "PDFMutation", "TestSupport", "CZlib", crypto],
            swiftSettings: strict),
        .testTarget(
            name: "CryptographicMessagesTests",
            // Some messages are judged as the room above finds them in a document.
            dependencies: ["CryptographicMessages", "SignedPDF", "TestSupport", crypto, cryptoExtras, asn1, x509],
            swiftSettings: strict),
        .testTarget(
            name: "SignedPDFTests",
            dependencies: [
                "Essentials",
                "SignedPDF", "PDFFormat", "CryptographicMessages", "PageImages", "PageComparison", "PDFMutation",
                "TestSupport", "Typesetting", crypto, cryptoExtras, asn1, x509,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EnvelopesTests", dependencies: ["Essentials", "Envelopes", "TestSupport", crypto],
            swiftSettings: strict),
        .testTarget(
            name: "PageImagesTests", dependencies: ["Essentials", "PageImages", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "TypesettingTests", dependencies: ["Typesetting"], swiftSettings: strict),
        .testTarget(
            name: "CeremonyTests",
            dependencies: [
                "Essentials",
                "Ceremony", "PageKit", "ServiceCalls", "SignedPDF", "Envelopes", "Ledger", "TestSupport", "PageImages",
                "Typesetting", "Words", "CZlib", crypto, x509,
            ],
            exclude: ["SignedDays.json"], swiftSettings: strict),
        .testTarget(
            name: "ComposingTests",
            dependencies: ["Composing", "Envelopes", "PageImages", "HTTPMessages", "Essentials", "Words"],
            swiftSettings: strict),
        .testTarget(
            name: "TokenKeysTests",
            dependencies: ["TokenKeys", "SignedPDF", "CryptographicMessages", crypto, cryptoExtras, x509],
            swiftSettings: strict),
        .testTarget(
            name: "PasskeysTests", dependencies: ["Passkeys", "Essentials", "DescribedErrors", crypto],
            swiftSettings: strict),
        .testTarget(
            name: "DocuSignDialectTests", dependencies: ["Essentials", "DocuSignDialect", "Envelopes", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SignWellDialectTests", dependencies: ["SignWellDialect", "Envelopes", "TestSupport"],
            swiftSettings: strict),
        // What several kinds of tests act on; no product
        .target(
            name: "TestSupport",
            dependencies: [
                "Essentials",
                "SignedPDF", "PDFFormat", "CryptographicMessages", "Envelopes", "Ledger", "PostgreSQL",
                "Ceremony", crypto, cryptoExtras, asn1, x509,
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "PostgreSQLTests", dependencies: ["Essentials", "Ledger", "PostgreSQL", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LedgerTests",
            dependencies: ["Essentials", "Ledger", "Envelopes", "TestSupport", grdb],
            swiftSettings: strict),
        .testTarget(
            name: "EnvelopeServiceTests",
            dependencies: [
                "Essentials",
                "Accounts", "HTTPMessages", "Ledger", "PageKit", "ServiceCalls", "TestSupport", "Words",
                "EnvelopeService", "EnvelopeWork", "ESignatureCalls", "SignWellCalls", "DeviceCalls", "SigningVisits",
                "Envelopes", "PageImages", "Typesetting", "Ceremony", "DocuSignDialect",
                "SignWellDialect", "SignedPDF", crypto, x509,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CountersignTests",
            dependencies: [
                "Essentials", "ClientSupport", "Composing", "DocuSignCompatibility",
                "Countersign", "CountersignTesting", "EnvelopeService", "Envelopes", "Ceremony", "DocuSignDialect",
                "SignedPDF", "PageImages", "Typesetting", "Ledger", "TestSupport", "DescribedErrors", "Words", crypto,
                x509,
            ],
            swiftSettings: strict),
        .testTarget(name: "EssentialsTests", dependencies: ["Essentials", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "ServiceCallsTests", dependencies: ["ServiceCalls", "HTTPMessages"], swiftSettings: strict),
        .testTarget(
            name: "IdentityServiceTests",
            dependencies: [
                "IdentityService", "ServiceCalls", "RowndDialect", "Passkeys", "Ledger", "Envelopes", "HTTPMessages",
                "TestSupport", "CountersignTesting", "CountersignIdentity", "ClientSupport", "Essentials", "Words",
                crypto,
                .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CountersignIdentityTests",
            dependencies: [
                "Essentials", "ClientSupport", "CountersignIdentity", "HTTPMessages", "IdentityStandIn", "TestSupport",
                crypto,
            ],
            swiftSettings: strict),
        // The code in the documents, taken out by scripts/documented-code
        .testTarget(
            name: "DocumentedCode",
            dependencies: [
                "Countersign", "CountersignIdentity", "CountersignTesting", "DocuSignCompatibility", "SignedPDF",
            ],
            packageAccess: false,
            swiftSettings: strict),
        // An app that has types of the library's names
        .testTarget(
            name: "OwnNamesTests", dependencies: ["Countersign"], path: "Tests/OwnNames",
            packageAccess: false,
            swiftSettings: strict),
        .testTarget(
            name: "CountersignUITests",
            dependencies: [
                "Essentials", "ClientSupport",
                "CountersignUI", "Countersign", "CountersignTesting", "Ceremony", "Envelopes", "Ledger",
                "TestSupport", "EmbeddedSigningDemo",
                "SignedPDF", "PageImages", "Typesetting",
                .target(name: "CWebKitGTK", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// The project's tests, which `scripts/test` runs, spend most of their time in these rooms. Optimizing a room takes four to
// five times the processor time of compiling it, so no other is worth it. An app that adds the package cannot have such
// flags.
if Context.environment["COUNTERSIGN_OPTIMIZED"] != nil {
    let busy = ["Essentials", "Glyphs", "PDFFormat", "CryptographicMessages", "PageImages", "SignedPDF", "PDFMutation"]
    for target in package.targets where busy.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }
}
