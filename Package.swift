// swift-tools-version: 6.2

import PackageDescription

// Every target is compiled under the same rules: a warning is an error, imports are internal by
// default, and an existential is spelled `any`.
let houseRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// `HEARTH_EMBED_TEXT=1` embeds `sql/`, `openapi/`, `pages/`, documents and example tenants, for a
// release. Any other build is a debug build and reads them from this folder: editing them compiles
// nothing, and no build waits for the plugin.
let embedsText = Context.environment["HEARTH_EMBED_TEXT"] == "1"
let textSettings = houseRules + (embedsText ? [.define("EMBEDDED_TEXT")] : [])
let textPlugins: [Target.PluginUsage] = embedsText ? ["EmbedText"] : []

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")
let lifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

let package = Package(
    name: "hearth",
    products: [
        .executable(name: "hearth", targets: ["hearth"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        .systemLibrary(
            name: "CLibCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .target(name: "Threads", swiftSettings: houseRules),
        .target(name: "Traces", dependencies: [metrics, tracing], swiftSettings: houseRules),
        .target(
            name: "Postgres",
            dependencies: ["CLibPQ", "Threads", lifecycle, logging, metrics],
            swiftSettings: houseRules
        ),
        .target(
            name: "Curl",
            dependencies: ["CLibCurl", "Threads", "Traces", lifecycle, tracing],
            swiftSettings: houseRules
        ),
        .target(
            name: "OTLP",
            dependencies: ["Curl", "Entitlements", "Traces", lifecycle, logging, metrics, tracing],
            swiftSettings: houseRules
        ),
        .target(
            name: "PrivateCluster",
            dependencies: ["Postgres", "Threads", lifecycle, logging],
            swiftSettings: houseRules
        ),
        .target(name: "Prometheus", dependencies: [metrics], swiftSettings: houseRules),
        .target(
            name: "HTTPServer",
            dependencies: [httpTypes, lifecycle, logging, nioCore, nioHTTP1, nioPosix],
            swiftSettings: houseRules
        ),
        .target(name: "Entitlements", dependencies: [crypto], swiftSettings: houseRules),
        .target(
            name: "TenantFiles",
            dependencies: ["Entitlements", .product(name: "Yams", package: "Yams")],
            swiftSettings: houseRules
        ),
        .target(
            name: "RevenueCat",
            dependencies: ["Curl", "Entitlements", crypto],
            swiftSettings: houseRules
        ),
        .target(
            name: "Tokens",
            dependencies: [
                "Curl", "Entitlements", crypto, .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: houseRules
        ),
        .target(
            name: "RevenueCatSimulator",
            dependencies: [
                "Entitlements", "HTTPServer", "Threads", crypto, httpTypes, lifecycle, logging,
                nioCore,
            ],
            swiftSettings: houseRules
        ),
        .target(
            name: "Pages",
            dependencies: [
                "Entitlements", crypto, .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: houseRules
        ),
        .target(
            name: "Documentation",
            dependencies: ["Entitlements", "Pages", .product(name: "Yams", package: "Yams")],
            swiftSettings: houseRules
        ),
        .target(
            name: "Console", dependencies: ["Entitlements"], swiftSettings: houseRules),
        .target(
            name: "EntitlementsDatabase",
            dependencies: [
                "Entitlements", "Postgres", "Traces", lifecycle, logging, metrics, tracing,
            ],
            swiftSettings: textSettings
        ),
        .target(
            name: "Migrations",
            dependencies: ["Entitlements", "EntitlementsDatabase", "Postgres", crypto, logging],
            swiftSettings: textSettings,
            plugins: textPlugins
        ),
        .executableTarget(
            name: "MigratorTool", dependencies: ["Migrations", "Postgres", logging],
            swiftSettings: houseRules),
        .target(
            name: "Reconciliation",
            dependencies: [
                "Curl", "Entitlements", "EntitlementsDatabase", "RevenueCat", "Traces", logging,
                metrics,
            ],
            swiftSettings: houseRules
        ),
        .target(
            name: "Deliveries",
            dependencies: ["Curl", "Entitlements", "EntitlementsDatabase"],
            swiftSettings: houseRules
        ),
        .target(
            name: "EntitlementsAPI",
            dependencies: [
                "Console", "Deliveries", "Documentation", "Entitlements", "EntitlementsDatabase",
                "HTTPServer", "Pages", "Prometheus", "Reconciliation", "RevenueCat", "TenantFiles",
                "Tokens", "Traces", crypto, httpTypes, lifecycle, logging, metrics, nioCore,
                nioHTTP1, tracing,
            ],
            exclude: ["openapi", "pages", "words"],
            swiftSettings: textSettings,
            plugins: textPlugins
        ),
        .target(
            name: "EntitlementsWorker",
            dependencies: [
                "Deliveries", "Entitlements", "EntitlementsDatabase", "Reconciliation",
                "RevenueCat", "Traces", lifecycle, logging, metrics,
            ],
            swiftSettings: houseRules
        ),
        .executableTarget(
            name: "hearth",
            dependencies: [
                "Curl", "Deliveries", "Entitlements", "EntitlementsAPI", "EntitlementsDatabase",
                "EntitlementsWorker", "Migrations", "OTLP", "Postgres", "PrivateCluster",
                "Prometheus", "Reconciliation", "RevenueCat", "RevenueCatSimulator", "TenantFiles",
                "Tokens", "Traces", lifecycle, logging, metrics, nioCore, tracing, argumentParser,
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: textSettings,
            plugins: textPlugins
        ),

        .target(
            name: "TestSupport",
            dependencies: [
                "Curl", "Entitlements", "EntitlementsDatabase", "Migrations", "Postgres",
                "PrivateCluster", "Reconciliation", "RevenueCat", "TenantFiles", "Threads",
                "Traces", crypto, cryptoExtras, logging, nioCore, nioPosix, tracing,
            ],
            path: "Tests/TestSupport",
            swiftSettings: houseRules
        ),
        .testTarget(
            name: "EntitlementsTests", dependencies: ["Entitlements", "TenantFiles"],
            swiftSettings: houseRules),
        .testTarget(
            name: "ConsoleTests", dependencies: ["Console", "Entitlements"],
            swiftSettings: houseRules),
        .testTarget(
            name: "DocumentationTests", dependencies: ["Documentation", "Entitlements", "Pages"],
            swiftSettings: houseRules),
        .testTarget(
            name: "PostgresTests",
            dependencies: [
                "Postgres", "PrivateCluster", "TestSupport", "Threads", lifecycle, logging,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "CurlTests",
            dependencies: [
                "CLibCurl", "Curl", "TestSupport", lifecycle, logging, nioCore, nioPosix,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "TracesTests",
            dependencies: [
                "Curl", "Entitlements", "OTLP", "Prometheus", "TestSupport", "Traces", lifecycle,
                logging, tracing,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "TokensTests",
            dependencies: [
                "Tokens", "Curl", "Entitlements", "TestSupport", crypto, cryptoExtras,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "RevenueCatTests",
            dependencies: [
                "RevenueCat", "Curl", "Entitlements", "TestSupport",
            ], swiftSettings: houseRules),
        .testTarget(
            name: "RevenueCatSimulatorTests",
            dependencies: [
                "RevenueCatSimulator", "RevenueCat", "Entitlements", "TestSupport", lifecycle,
                logging, nioCore,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "EntitlementsDatabaseTests",
            dependencies: [
                "EntitlementsDatabase", "Entitlements", "Migrations", "Postgres", "PrivateCluster",
                "TestSupport", "Traces", logging, .product(name: "Yams", package: "Yams"),
            ], swiftSettings: houseRules),
        .testTarget(
            name: "EntitlementsAPITests",
            dependencies: [
                "Console", "EntitlementsAPI", "Deliveries", "EntitlementsDatabase", "Entitlements",
                "Migrations", "Reconciliation", "RevenueCat", "TestSupport", "Tokens", "Traces",
                "Curl", "HTTPServer", "Postgres", "Prometheus", httpTypes, lifecycle, logging,
                metrics, nioCore, tracing, .product(name: "Yams", package: "Yams"),
            ], swiftSettings: houseRules),
        .testTarget(
            name: "ReconciliationTests",
            dependencies: [
                "Reconciliation", "EntitlementsDatabase", "Entitlements", "RevenueCat",
                "TestSupport",
            ], swiftSettings: houseRules),
        .testTarget(
            name: "EntitlementsWorkerTests",
            dependencies: [
                "EntitlementsWorker", "Curl", "Deliveries", "EntitlementsDatabase", "Entitlements",
                "Prometheus", "Reconciliation", "RevenueCat", "RevenueCatSimulator", "TenantFiles",
                "TestSupport", "Traces", logging, metrics,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "hearth", "Entitlements", "EntitlementsDatabase", "Migrations", "Postgres",
                "PrivateCluster", "Prometheus", "RevenueCat", "RevenueCatSimulator", "TestSupport",
                argumentParser, lifecycle, logging, nioCore, nioPosix,
            ], swiftSettings: houseRules),
        .testTarget(
            name: "TidyTests",
            dependencies: [
                "Documentation", "Entitlements", .product(name: "Yams", package: "Yams"),
            ],
            // They read every file byte by byte: 12 s instead of 60.
            swiftSettings: houseRules + [.unsafeFlags(["-O"])]),
    ]
)

if embedsText {
    package.targets += [
        .executableTarget(
            name: "EmbedTextTool", path: "Plugins/EmbedTextTool", swiftSettings: houseRules),
        .plugin(name: "EmbedText", capability: .buildTool(), dependencies: ["EmbedTextTool"]),
    ]
}
