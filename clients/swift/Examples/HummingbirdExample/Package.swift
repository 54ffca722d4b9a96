// swift-tools-version: 6.0

import PackageDescription

// A package of its own, so that the client depends on no server.
let package = Package(
    name: "HummingbirdExample",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "HearthClient", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdExample",
            dependencies: [
                .product(name: "HearthClient", package: "HearthClient"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
