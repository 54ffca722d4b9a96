// swift-tools-version: 6.2

import PackageDescription

// Hummingbird alone: the upper bound for the API's lookups. A separate package, so that the product
// never builds it.
let package = Package(
    name: "bare",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")
    ],
    targets: [
        .executableTarget(
            name: "bare",
            dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
    ]
)
