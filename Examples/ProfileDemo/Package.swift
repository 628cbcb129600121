// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ProfileDemo",
    platforms: [.macOS(.v14), .iOS(.v17)],
    dependencies: [.package(name: "countersign", path: "../..")],
    targets: [
        .executableTarget(
            name: "ProfileDemo",
            dependencies: [
                .product(name: "CountersignIdentity", package: "countersign"),
                .product(name: "CountersignUI", package: "countersign"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
