// swift-tools-version: 6.2

import PackageDescription

// NIO alone: the upper bound for the API's lookups. A separate package, so that the product never
// builds it.
let package = Package(
    name: "bare",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2")
    ],
    targets: [
        .executableTarget(
            name: "bare",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ])
    ]
)
