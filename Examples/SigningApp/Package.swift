// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SigningApp",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "countersign", path: "../..")],
    targets: [
        .executableTarget(
            name: "SigningApp",
            dependencies: [
                .product(name: "Countersign", package: "countersign"),
                .product(name: "CountersignUI", package: "countersign"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
