import Foundation
import TestSupport
import Testing

@testable import hearth

extension BinaryTests.Commands {
    @Suite("Tenant files by standard input, and folders of them")
    struct TenantFilesCommandTests {
        @Test("standard input is planned and applied, and its problems have lines")
        func standardInput() async throws {
            try await ScratchDatabase.with { own in
                let run = Self.commands(on: own)
                let plan = try await run(["plan", "-"], Self.file("one"))
                #expect(
                    plan.output
                        == "one: would be created, with 1 entitlement, 1 product, 1 campaign\n",
                    "\(plan.error)")
                #expect(try await run(["list"], "").output.isEmpty)
                #expect(try await run(["apply", "-"], Self.file("one")).output == "one: created\n")
                #expect(
                    try await run(["plan", "-"], Self.file("one")).output == "one: unchanged\n")

                let bad = try await run(["apply", "-"], Self.file("one") + "prodcuts: {}\n")
                #expect(bad.exit == .status(65))
                #expect(bad.error.contains("  -:10: “prodcuts” is not a known key; did you mean"))
                let empty = try await run(["apply", "-"], "")
                #expect(empty.error.contains("  -:1: The file is empty."))
                let long = try await run(
                    ["apply", "-"], String(repeating: "#", count: 262_145))
                #expect(long.exit == .status(65))
                #expect(long.error.contains("-: It cannot be read, or has more than 262144 bytes"))
                #expect(try await run(["apply", "-", "-"], "").exit == .status(64))
            }
        }

        @Test("the files of a folder are applied by name; another file of it is left alone")
        func folder() async throws {
            try await Self.withFolder(["b.yaml": "two", "a.yaml": "one", "c.yml": "x"]) { folder in
                try await ScratchDatabase.with { own in
                    let run = Self.commands(on: own)
                    let plan = try await run(["plan", folder], "")
                    #expect(plan.output.split(separator: "\n").count == 2, "\(plan.output)")
                    for path in [folder + "/", folder] {
                        let applied = try await run(["apply", path], "")
                        let outcome = path == folder ? "unchanged" : "created"
                        #expect(
                            applied.output == "one: \(outcome)\ntwo: \(outcome)\n",
                            "\(applied.error)")
                    }
                    let twice = try await run(["apply", folder, folder + "/a.yaml"], "")
                    #expect(twice.exit == .status(65))
                    #expect(
                        twice.error.contains("\(folder)/a.yaml: \(folder)/a.yaml is a file of"))
                }
            }
        }

        @Test("no file of a folder is applied unless all are valid, and all problems are listed")
        func invalidFolder() async throws {
            try await Self.withFolder(["a.yaml": "one", "b.yaml": "two"]) { folder in
                try await ScratchDatabase.with { own in
                    let run = Self.commands(on: own)
                    let change = { (name: String, added: String) in
                        try (Self.file(name == "a.yaml" ? "one" : "two") + added).write(
                            toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                    }
                    try change("b.yaml", "time_zone: Europe/Nowhere\n")
                    let zone = try await run(["apply", folder], "")
                    #expect(zone.exit == .status(65))
                    #expect(
                        zone.error.contains(
                            "\(folder)/b.yaml:10: There is no time zone “Europe/Nowhere”. "))
                    #expect(try await run(["plan", folder + "/b.yaml"], "").exit == .status(65))

                    try change("a.yaml", "x: 1\n")
                    try change("b.yaml", "y: 1\n")
                    let both = try await run(["apply", folder, "\(folder)/none.yaml"], "")
                    #expect(both.exit == .status(65))
                    for problem in ["a.yaml:10: “x”", "b.yaml:10: “y”", "none.yaml: There is no"] {
                        #expect(both.error.contains("\(folder)/\(problem)"), "\(both.error)")
                    }
                    #expect(try await run(["list"], "").output.isEmpty)
                }
            }
        }

        @Test("a removal that is not allowed keeps the other files from being applied")
        func removalInFolder() async throws {
            try await Self.withFolder(["a.yaml": "one"]) { folder in
                try await ScratchDatabase.with { own in
                    let run = Self.commands(on: own)
                    let tenant = try await TestTenant.create(like: "yapmate", in: own.database)
                    let file = Self.file(tenant.slug)
                    _ = try await run(["apply", "--allow-removal", "-"], file)
                    try await tenant.receive(
                        .nonRenewingPurchase(appUserID: "u_1", product: "monthly"))
                    try file.replacing("plus", with: "gold")
                        .write(toFile: "\(folder)/b.yaml", atomically: true, encoding: .utf8)
                    let refused = try await run(["apply", folder], "")
                    #expect(refused.exit == .status(65))
                    #expect(
                        refused.error.contains("\(tenant.slug) was not changed"),
                        "\(refused.error)")
                    #expect(refused.output.isEmpty)
                    let applied = try await run(["apply", "--allow-removal", folder], "")
                    #expect(applied.output == "one: created\n\(tenant.slug): updated\n")
                }
            }
        }

        @Test("a changed campaign is one line that names it")
        func campaign() async throws {
            try await ScratchDatabase.with { own in
                let run = Self.commands(on: own)
                _ = try await run(["apply", "-"], Self.file("one"))
                let changed = Self.file("one")
                    .replacing("duration: P1M } }", with: "duration: P2M } }")
                let plan = try await run(["plan", "-"], changed)
                #expect(
                    plan.output
                        == "one: would be updated\n"
                        + "  ~ codes.campaigns launch: gives duration P1M → P2M\n")
            }
        }

        @Test("a byte order mark before a file is dropped")
        func marked() async throws {
            try await Self.withFolder(["one.yaml": "one"]) { folder in
                let path = "\(folder)/one.yaml"
                try ("\u{FEFF}" + Self.file("one"))
                    .write(toFile: path, atomically: true, encoding: .utf8)
                #expect(try GivenTenantFile(path: path).text == Self.file("one"))
            }
        }

        private typealias Commands = (_ arguments: [String], _ input: String) async throws ->
            HearthProcess.Finished

        private static func commands(on own: ScratchDatabase) -> Commands {
            { arguments, input in
                try await HearthProcess.run(
                    ["tenants"] + arguments, environment: ["DATABASE_URL": own.connectionString],
                    input: input)
            }
        }

        /// A tenant file of nine lines.
        private static func file(_ slug: String) -> String {
            """
            tenant: \(slug)
            name: App
            free_plan: free
            entitlements:
              plus: { rank: 10 }
            products:
              monthly: { kind: subscription, duration: P1M, entitlements: [plus] }
            codes:
              campaigns: { launch: { gives: { entitlement: plus, duration: P1M } } }

            """
        }

        /// Lends a folder of tenant files, by name and slug.
        private static func withFolder(
            _ files: [String: String], _ body: (String) async throws -> Void
        ) async throws {
            try await withTemporaryDirectory { folder in
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
                for (name, slug) in files {
                    try file(slug).write(
                        toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                }
                try await body(folder)
            }
        }
    }
}
