import Testing

@Suite("Imports are the dependencies of Package.swift")
struct ImportTests {
    @Test("a target imports what it depends on, and depends on nothing that it does not import")
    func importsAreDependencies() throws {
        let package = try #require(Repository.files.first { $0.path == "Package.swift" })
        let targets = PackageTargets(package.text)
        #expect(targets.all.count > 20)
        expectNone(Repository.swift.flatMap { findings(in: $0, targets) })
        let unused = targets.all.flatMap { target in
            let imported = Set(
                Repository.swift.filter { $0.file.isUnder(target.folder) }
                    .flatMap(Self.imports).map(\.module))
            return target.dependencies.subtracting(imported).map {
                package.finding(1, "\(target.folder) imports no \($0): remove the dependency")
            }
        }
        expectNone(unused)
    }

    @Test("the table of ARCHITECTURE.md has every target with its imports of ours")
    func tableIsComplete() throws {
        let package = try #require(Repository.file("Package.swift"))
        let document = try #require(Repository.file("docs/ARCHITECTURE.md"))
        let targets = PackageTargets(package.text).all.filter { $0.folder.hasPrefix("Sources/") }
        let ours = Set(targets.map(\.name) + ["CLibCurl", "CLibPQ"])
        let rows = document.lines.compactMap { line -> (String, Set<String>)? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 6, let name = cells[1].firstMatch(of: #/`(\w+)`/#)?.1 else {
                return nil
            }
            return (String(name), Set(cells[3].matches(of: #/`(\w+)`/#).map { String($0.1) }))
        }
        for target in targets {
            let row = rows.first { $0.0 == target.name }
            #expect(row?.1 == target.dependencies.intersection(ours), "\(target.name)")
        }
    }

    @Test("an import that is no dependency is found, in every spelling")
    func importIsFound() {
        let source = SwiftSource(
            """
            // import Hummingbird
            import Entitlements
            package import EntitlementsAPI
            @testable import struct Hummingbird.Router
            @preconcurrency import Foundation
            import Glibc
            """, path: "Sources/Postgres/Connection/Example.swift")
        let targets = PackageTargets(
            """
            .target(
                name: "Postgres",
                dependencies: ["CLibPQ", lifecycle],
                swiftSettings: houseRules
            ),
            """)
        #expect(findings(in: source, targets).map(\.line) == [2, 3, 4, 5])
    }

    @Test("a folder that is no target is found")
    func otherFolderIsFound() {
        let source = SwiftSource("let a = 1\n", path: "Sources/EntitlementsExtra/Example.swift")
        #expect(findings(in: source, PackageTargets("")).count == 1)
    }

    @Test("Entitlements and Postgres depend on no target of ours but threads")
    func coreIsIndependent() throws {
        let package = try #require(Repository.files.first { $0.path == "Package.swift" })
        let targets = PackageTargets(package.text)
        let ours = Set(targets.all.map(\.name))
        for name in ["Entitlements", "Postgres"] {
            let target = try #require(targets.all.first { $0.name == name })
            #expect(target.dependencies.isDisjoint(with: ours.subtracting(["Threads"])))
        }
    }

    /// Libraries that need no dependency.
    private static func libraries(of folder: String) -> Set<String> {
        var libraries: Set = ["FoundationEssentials", "Synchronization"]
        switch folder {
        case "Sources/Threads": libraries.insert("Glibc")
        case "Sources/Postgres": libraries.formUnion(["CoreMetrics", "Dispatch", "Glibc"])
        case "Sources/Curl", "Sources/PrivateCluster": libraries.insert("Glibc")
        case "Sources/hearth": libraries.formUnion(["Foundation", "Glibc"])
        case let tests where tests.hasPrefix("Tests/"):
            libraries.formUnion(["Dispatch", "Foundation", "Glibc", "Testing"])
        default: break
        }
        return libraries
    }

    private func findings(in source: SwiftSource, _ targets: PackageTargets) -> [Finding] {
        let folders = source.file.folders
        guard folders.count >= 2, ["Sources", "Tests"].contains(folders[0]) else { return [] }
        let folder = folders[0...1].joined(separator: "/")
        guard let target = targets.all.first(where: { $0.folder == folder }) else {
            return [source.file.finding(1, "\(folder) is no target of Package.swift")]
        }
        let allowed = target.dependencies.union(Self.libraries(of: folder))
        return Self.imports(in: source).compactMap { module, line in
            allowed.contains(module)
                ? nil : source.file.finding(line, "\(module) is no dependency of \(folder)")
        }
    }

    private static func imports(in source: SwiftSource) -> [(module: String, line: Int)] {
        let code = source.tokens.code
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        return code.indices.filter { code[$0] == "import" }.compactMap { start in
            let name = code.dropFirst(start + 1).first { !kinds.contains($0.text) }
            return name.map { ($0.text, code[start].line) }
        }
    }
}
