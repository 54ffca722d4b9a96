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
        // The same calls as the other clients make; see scripts/test_clients.
        .executableTarget(
            name: "TwelveCalls", dependencies: ["HearthClient"], path: "Tests/TwelveCalls"),
        .testTarget(name: "HearthClientTests", dependencies: ["HearthClient"]),
    ],
    swiftLanguageModes: [.v6]
)
