import Entitlements
import TenantFiles
import Testing

@Suite("Tenant file with problems")
struct TenantFileProblemTests {
    @Test("has them all listed by line, each with its pointer")
    func everything() {
        expect(Self.broken, Self.problemsOfBroken)
    }

    @Test(
        "has a cycle of implications reported, in either direction",
        arguments: [
            (
                "a: { rank: 1, implies: [a] }", "“a” implies “a”"
            ),
            (
                "a: { rank: 1, implies: [b] }\n  b: { rank: 2, implies: [a] }",
                "“a” implies “b” implies “a”"
            ),
            (
                "x: { rank: 9, implies: [c] }\n  a: { rank: 1, implies: [b] }\n"
                    + "  b: { rank: 2, implies: [c] }\n  c: { rank: 3, implies: [a] }",
                "“c” implies “a” implies “b” implies “c”"
            ),
        ])
    func cycles(entitlements: String, cycle: String) {
        let details = problems(minimal(entitlements: entitlements)).map(\.detail)
        #expect(details == ["\(cycle): nothing can imply itself."])
    }

    @Test("has no cycle if two paths lead to one entitlement")
    func diamond() throws {
        let file = minimal(
            entitlements: """
                a: { rank: 1, implies: [b, c] }
                  b: { rank: 2, implies: [d] }
                  c: { rank: 3, implies: [d] }
                  d: { rank: 4 }
                """)
        #expect(try TenantFile.parse(yaml: file).entitlements.count == 4)
    }

    @Test(
        "has a repeated key reported alone, with quotes and in flow style",
        arguments: [
            ("tenant: a\nname: A\n\"tenant\": b", "1 : A section has", "“tenant”"),
            ("tenant: a\nname: A\n'name': b\ntenant: c", "2 : A section has", "“tenant”"),
            ("tenant: a\nentitlements: { p: { rank: 1, rank: 2 } }", "2 : A section has", "“rank”"),
            ("tenant: a\nentitlements: { p: {}, 'p': {} }", "2 : A section has", "“p”"),
        ])
    func repetitions(file: String, start: String, key: String) {
        let found = problems(file).map(\.told)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(start) == true, "\(found)")
        #expect(found.first?.contains(key) == true, "\(found)")
    }

    @Test(
        "has YAML errors reported with their position",
        arguments: [
            ("", 1, "The file is empty."), ("# nothing\n", 1, "The file is empty."),
            ("tenant: a\n\tname: b\n", 2, "This is not YAML"), ("tenant: [a\n", 2, "This is not"),
            ("tenant: a\n---\ntenant: b\n", 2, "This is not YAML"),
            ("tenant: a\nname: \"\\q\"\n", 2, "This is not YAML"),
            ("tenant: a\nname: b\u{0}\n", 2, "This is not YAML"),
            ("tenant: a\nname: &n [1]\nfree_plan: *n\n", 3, "An asterisk before a word"),
            ("- tenant\n", 1, "Keys with values are expected."),
            ("stockpot\n", 1, "Keys with values are expected."),
        ])
    func notYAML(file: String, line: Int, detail: String) {
        let problems = problems(file)
        #expect(problems.map(\.line) == [line])
        #expect(problems.first?.detail.hasPrefix(detail) == true, "\(problems)")
    }

    @Test("is refused when it is too long, too deep or too wide")
    func limits() {
        let long = minimal() + String(repeating: "#", count: TenantFile.maximumBytes)
        #expect(problems(long).map(\.detail) == ["The file is longer than 262144 bytes."])
        let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
        #expect(problems(deep).map(\.detail) == ["Keys with values are expected."])
        #expect(problems(String(repeating: "[", count: 100_000)).count == 1)
        let wide = (1...101).map { "e\($0): { rank: \($0) }" }.joined(separator: "\n  ")
        #expect(
            problems(minimal(entitlements: wide)).map(\.detail)
                == ["There are 101 entitlements; at most 100 are allowed."])
    }

    @Test(
        "is refused for one wrong value",
        arguments: [
            "tenant: [a]", "tenant:", "tenant: 7", "name: { a: b }", "name: \"\"", "name: ~",
            "name: \"a\\nb\"", "free_plan:", "sandbox: true", "webhooks: authorization",
            "webhooks: { authentication: authorization }", "webhooks: { token: a }",
            "webhooks: { signature_header: \"\" }", "entitlements: []", "entitlements: {a: 1}",
            "entitlements: {a: {rank: 0}}", "entitlements: {a: {rank: 1000001}}",
            "entitlements: {a: {rank: 1.5}}", "entitlements: {a: {rank: \"1\"}}",
            "entitlements: {a: {rank: 0x10}}", "entitlements: {a: {}}", "entitlements: {a: }",
            "entitlements: {a: {rank: 1, shared: 1}}", "entitlements: {a: {rank: 1, shared: yes}}",
            "entitlements: {? [a] : {rank: 1}}", "entitlements: {\" a\": {rank: 1}}",
            "products: [a]", "products: {a: {}}", "products: {a: {kind: subscription}}",
            "products: {a: {kind: consumable, duration: P1M}}",
            "products: {a: {kind: subscription, duration: [P1M]}}",
            "products: {a: {kind: consumable, price: 1}}", "products: {\"\": {kind: consumable}}",
            "features: [a]", "features: {a: {entitlement: [a]}}", "features: {a: {limit: 3}}",
            "features: {a: true}", "quotas: {}",
        ])
    func oneProblem(line: String) {
        let key = line.prefix { $0 != ":" } + ":"
        let complete = ["tenant: a", "name: A", "free_plan: f", "entitlements: {a: {rank: 1}}"]
        let file = ([line] + complete.filter { !$0.hasPrefix(key) }).joined(separator: "\n")
        #expect(problems(file).map(\.line) == [1])
    }

    @Test("never crashes the parser, with any byte removed or changed")
    func mutations() {
        let file = Array(minimal(entitlements: "a: { rank: 1, implies: [] } # \"'").utf8)
        for index in file.indices {
            for replacement in Array("\n\t[}\"'*&?|%\0".utf8).map({ [$0] }) + [[]] {
                let changed = file[..<index] + replacement + file[(index + 1)...]
                let text = String(decoding: changed, as: UTF8.self)
                do {
                    _ = try TenantFile.parse(yaml: text)
                } catch {
                    #expect(!error.problems.isEmpty, "\(text)")
                }
            }
        }
    }

    @Test("names a value by its JSON Pointer")
    func pointer() {
        expect(
            minimal(entitlements: "a/~b: { rank: 0 }"),
            ["5 /entitlements/a~1~0b/rank: A whole number from 1 to 1000000 is expected."])
    }

    private func minimal(entitlements: String = "a: { rank: 1 }") -> String {
        "tenant: a\nname: A\nfree_plan: free\nentitlements:\n  \(entitlements)\n"
    }

    private func problems(_ file: String) -> [FieldProblem] {
        do {
            let definition = try TenantFile.parse(yaml: file)
            Issue.record("The file was read as \(definition.slug).")
            return []
        } catch {
            return error.problems
        }
    }

    private func expect(
        _ file: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = problems(file).map(\.told)
        for problem in found where !expected.contains(problem) {
            Issue.record("unexpected: \(problem)", sourceLocation: sourceLocation)
        }
        for problem in expected where !found.contains(problem) {
            Issue.record("missing: \(problem)", sourceLocation: sourceLocation)
        }
        #expect(found.count == expected.count, sourceLocation: sourceLocation)
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

extension TenantFileProblemTests {
    private static let broken = """
        tenant: Stock Pot
        nome: Stockpot
        free_plan: plus
        sandbox: perhaps
        webhooks:
          authentication: [authorization, password, authorization]
          signature_header: X Signature
        entitlements:
          plus: { rank: ten, shared: maybe, implies: [pro, gold, gold, plsu] }
          pro: { rank: 10, implies: plus }
          gold:
            rank: 10
            implies: [plus]
            colour: gold
          # Line 15.
        products:
          monthly: { kind: subscription, entitlements: [plus, plus] }
          yearly: { kind: subscription, duration: 1Y, trial: P1W2D3M, entitlements: [plis] }
          lifetime: { kind: non_consumable, duration: P1M, trial: P7D, entitlements: [plus] }
          export: { kind: consumable, entitlements: [plus] }
          mug: { kind: merchandise }
        features:
          labs: { entitlement: pluss }
          # Line 24.
          charts: plus
        """

    private static let problemsOfBroken = [
        "1 /tenant: The tenant must be 1 to 63 lower-case letters, digits and hyphens, "
            + "a letter first.",
        "1 : “name” is missing.",
        "2 /nome: “nome” is not a known key; did you mean “name”? The keys are “tenant”, “name”, "
            + "“free_plan”, "
            + "“sandbox”, “webhooks”, “entitlements”, “products”, “features”, "
            + "“unmapped_features”, “limits”, "
            + "“credits”, “codes”, “referrals”, “households”, “people”, “revenuecat”, "
            + "“end_users”, “time_zone”, “notices”, “changes”, “retention”, “sandbox_testers”, "
            + "“figures”, “support”.",
        "3 /free_plan: “plus” is an entitlement; the plan of people without one needs its "
            + "own name.",
        "4 /sandbox: “perhaps” is not one of “accept”, “ignore”.",
        "6 /webhooks/authentication/1: “password” is not one of “authorization”, "
            + "“signature”.",
        "6 /webhooks/authentication/2: “authorization” is listed twice.",
        "7 /webhooks/signature_header: “X Signature” cannot be the name of a header.",
        "9 /entitlements/plus/rank: A whole number from 1 to 1000000 is expected.",
        "9 /entitlements/plus/shared: Either true or false is expected.",
        "9 /entitlements/plus/implies/2: “gold” is listed twice.",
        "9 /entitlements/plus/implies/3: “plsu” is not one of this file's entitlements; "
            + "it has: gold, plus, pro.",
        "9 /entitlements/plus/implies: “plus” implies “gold” implies “plus”: nothing can "
            + "imply itself.",
        "10 /entitlements/pro/implies: A list is expected.",
        "12 /entitlements/gold/rank: Rank 10 is taken already, on line 10.",
        "14 /entitlements/gold/colour: “colour” is not a known key; the keys are “rank”, "
            + "“shared”, “implies”.",
        "17 /products/monthly/entitlements/1: “plus” is listed twice.",
        "17 /products/monthly: “duration” is missing.",
        "18 /products/yearly/duration: “1Y” is not an ISO 8601 duration of days, weeks, months or "
            + "years, such as P7D or P1M.",
        "18 /products/yearly/trial: “P1W2D3M” is not an ISO 8601 duration of days, weeks, months "
            + "or years, such as P7D or P1M.",
        "18 /products/yearly/entitlements/0: “plis” is not one of this file's "
            + "entitlements; it has: gold, plus, pro.",
        "19 /products/lifetime/duration: Only a subscription or a one_time product has a duration.",
        "19 /products/lifetime/trial: Only a subscription has a trial.",
        "20 /products/export/entitlements: A consumable cannot grant an entitlement: "
            + "RevenueCat would unlock it forever.",
        "21 /products/mug/kind: “merchandise” is not one of “subscription”, "
            + "“one_time”, “non_consumable”, “consumable”.",
        "23 /features/labs/entitlement: “pluss” is not one of this file's entitlements; "
            + "it has: gold, plus, pro.",
        "25 /features/charts: Keys with values are expected.",
    ]
}

extension FieldProblem {
    /// The problem with its place, as the tests compare it.
    var told: String { "\(line ?? 0) \(pointer): \(detail)" }
}
