import Testing

/// The modules that a target may import: ours and others'.
private struct Imports {
    var ours: Set<String> = []
    var others: Set<String> = []
}

/// The arrows of docs/ARCHITECTURE.md, by target.
private let arrows: [String: Imports] = [
    "Sources/CLibPQ": Imports(),
    "Sources/CLibCurl": Imports(),
    "Sources/Postgres": Imports(
        ours: ["CLibPQ"],
        others: [
            "CoreMetrics", "Dispatch", "FoundationEssentials", "Glibc", "Logging", "Metrics",
            "ServiceLifecycle", "Synchronization",
        ]),
    "Sources/Curl": Imports(
        ours: ["CLibCurl"],
        others: ["Glibc", "ServiceLifecycle", "Synchronization"]),
    "Sources/Entitlements": Imports(others: ["Crypto", "FoundationEssentials", "Yams"]),
    "Sources/RevenueCat": Imports(
        ours: ["Entitlements", "Curl"],
        others: ["Crypto", "FoundationEssentials", "Logging", "Synchronization"]),
    "Sources/Tokens": Imports(
        ours: ["Entitlements", "Curl"],
        others: ["FoundationEssentials", "JWTKit", "Synchronization"]),
    "Sources/EntitlementsDatabase": Imports(
        ours: ["Postgres", "Entitlements"],
        others: ["Crypto", "FoundationEssentials", "Logging", "Synchronization"]),
    "Sources/Reconciliation": Imports(
        ours: ["Curl", "Entitlements", "EntitlementsDatabase", "RevenueCat"],
        others: ["FoundationEssentials", "Logging", "Metrics", "Synchronization"]),
    "Sources/EntitlementsAPI": Imports(
        ours: [
            "Entitlements", "EntitlementsDatabase", "Reconciliation", "RevenueCat", "Tokens",
        ],
        others: [
            "Crypto", "FoundationEssentials", "HTTPTypes", "Hummingbird", "HummingbirdCore",
            "Logging", "Metrics", "NIOCore", "NIOHTTP1", "NIOPosix", "ServiceLifecycle",
            "Synchronization",
        ]),
    "Sources/EntitlementsWorker": Imports(
        ours: ["Entitlements", "EntitlementsDatabase", "Reconciliation", "RevenueCat"],
        others: ["FoundationEssentials", "Logging", "Metrics", "ServiceLifecycle"]),
    "Sources/RevenueCatSimulator": Imports(
        ours: ["Entitlements", "RevenueCat"],
        others: [
            "Crypto", "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOPosix",
            "ServiceLifecycle", "Synchronization",
        ]),
    "Sources/hearth": Imports(
        ours: [
            "Curl", "Entitlements", "EntitlementsAPI", "EntitlementsDatabase",
            "EntitlementsWorker", "Postgres", "Reconciliation", "RevenueCat",
            "RevenueCatSimulator", "Tokens",
        ],
        others: [
            "ArgumentParser", "Configuration", "Crypto", "Foundation", "FoundationEssentials",
            "Glibc", "Logging", "Metrics", "NIOCore", "NIOHTTP1", "NIOPosix", "ServiceLifecycle",
            "Synchronization", "UnixSignals",
        ]),
    "Plugins/EmbedText": Imports(others: ["Foundation", "PackagePlugin"]),
    "Plugins/EmbedTextTool": Imports(others: ["Foundation"]),
    "benchmarks/bare": Imports(others: ["Hummingbird", "PackageDescription"]),
    "Tests/TestSupport": Imports(
        ours: [
            "Curl", "Entitlements", "EntitlementsAPI", "EntitlementsDatabase", "Postgres",
            "Reconciliation", "RevenueCat", "RevenueCatSimulator",
        ], others: testLibraries),
    "Tests/EntitlementsTests": Imports(ours: ["Entitlements"], others: testLibraries),
    "Tests/PostgresTests": Imports(ours: ["Postgres", "TestSupport"], others: testLibraries),
    "Tests/CurlTests": Imports(ours: ["Curl", "TestSupport"], others: testLibraries),
    "Tests/TokensTests": Imports(
        ours: ["Curl", "Entitlements", "TestSupport", "Tokens"], others: testLibraries),
    "Tests/RevenueCatTests": Imports(
        ours: ["Curl", "Entitlements", "RevenueCat", "TestSupport"], others: testLibraries),
    "Tests/RevenueCatSimulatorTests": Imports(
        ours: ["Entitlements", "RevenueCat", "RevenueCatSimulator", "TestSupport"],
        others: testLibraries),
    "Tests/EntitlementsDatabaseTests": Imports(
        ours: ["Entitlements", "EntitlementsDatabase", "Postgres", "TestSupport"],
        others: testLibraries),
    "Tests/EntitlementsAPITests": Imports(
        ours: [
            "Curl", "Entitlements", "EntitlementsAPI", "EntitlementsDatabase", "Postgres",
            "Reconciliation", "RevenueCat", "TestSupport", "Tokens",
        ], others: testLibraries),
    "Tests/ReconciliationTests": Imports(
        ours: [
            "Curl", "Entitlements", "EntitlementsDatabase", "Reconciliation", "RevenueCat",
            "TestSupport",
        ], others: testLibraries),
    "Tests/EntitlementsWorkerTests": Imports(
        ours: [
            "Entitlements", "EntitlementsDatabase", "EntitlementsWorker", "Reconciliation",
            "RevenueCat", "RevenueCatSimulator", "TestSupport",
        ], others: testLibraries),
    "Tests/EndToEndTests": Imports(
        ours: [
            "Entitlements", "EntitlementsDatabase", "Postgres", "RevenueCat",
            "RevenueCatSimulator", "TestSupport", "hearth",
        ],
        others: testLibraries),
    "Tests/TidyTests": Imports(ours: ["Entitlements"], others: testLibraries),
]

private let testLibraries: Set<String> = [
    "Crypto", "CryptoExtras", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
    "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Metrics", "NIOCore", "NIOHTTP1",
    "NIOPosix",
    "ServiceLifecycle", "Synchronization", "Testing", "Yams",
]

@Suite("Imports follow the arrows")
struct ImportTests {
    @Test("every import is allowed")
    func importsAreAllowed() {
        expectNone(Repository.swift.flatMap(findings))
    }

    @Test("the test detects a forbidden import, in every form")
    func importIsFound() {
        let source = SwiftSource(
            """
            // import Hummingbird
            import Entitlements
            package import EntitlementsAPI
            @testable import struct Hummingbird.Router
            @preconcurrency import Foundation
            """, path: "Sources/Postgres/Connection/Example.swift")
        #expect(findings(in: source).map(\.line) == [2, 3, 4, 5])
    }

    @Test("the test detects a target without a row")
    func targetIsFound() {
        let source = SwiftSource("let a = 1\n", path: "Sources/EntitlementsExtra/Example.swift")
        #expect(findings(in: source).count == 1)
    }

    @Test("Entitlements and Postgres do not import each other's modules")
    func coreIsIndependent() throws {
        let entitlements = try #require(arrows["Sources/Entitlements"])
        let postgres = try #require(arrows["Sources/Postgres"])
        #expect(entitlements.ours.isEmpty)
        #expect(postgres.ours == ["CLibPQ"])
    }

    private func findings(in source: SwiftSource) -> [Finding] {
        let folders = source.file.folders
        guard folders.count >= 2 else { return [] }
        let target = folders[0...1].joined(separator: "/")
        guard let allowed = arrows[target] else {
            return [
                source.file.finding(
                    1, "\(target) has no row in ImportTests.arrows: decide what it may import")
            ]
        }
        return imports(in: source).compactMap { module, line in
            guard !allowed.ours.contains(module), !allowed.others.contains(module) else {
                return nil
            }
            return source.file.finding(
                line, "\(target) may not import \(module): docs/ARCHITECTURE.md has the arrows")
        }
    }

    private func imports(in source: SwiftSource) -> [(module: String, line: Int)] {
        let code = source.tokens.code
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        return code.indices.filter { code[$0] == "import" }.compactMap { start in
            let name = code.dropFirst(start + 1).first { !kinds.contains($0.text) }
            return name.map { ($0.text, code[start].line) }
        }
    }
}
