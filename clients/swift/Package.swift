// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "HearthClient",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "HearthClient", targets: ["HearthClient"])
    ],
    dependencies: [
        // Only Linux builds it: Apple's systems have CryptoKit.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
    ],
    targets: [
        .target(
            name: "HearthClient",
            dependencies: [
                .product(
                    name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux]))
            ]
        ),
        // The start screen of an app.
        .executableTarget(
            name: "PhoneExample", dependencies: ["HearthClient"], path: "Examples/Phone"),
        // The same story as the other clients tell; see scripts/test_clients.
        .executableTarget(name: "Story", dependencies: ["HearthClient"], path: "Tests/Story"),
        .executableTarget(
            name: "PhoneStory", dependencies: ["HearthClient"], path: "Tests/PhoneStory"),
        .testTarget(name: "HearthClientTests", dependencies: ["HearthClient"]),
    ],
    swiftLanguageModes: [.v6]
)
