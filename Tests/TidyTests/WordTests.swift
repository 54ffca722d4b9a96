import Testing

@Suite("One word for one thing")
struct WordTests {
    /// The words that we do not use, with their replacements (glossary: docs/ARCHITECTURE.md).
    private static let banned: [String: String] = [
        "account": "say app user, or household",
        "customer": "RevenueCat's word: say app user",
        "license": "say purchase or grant",
        "licence": "say purchase or grant",
        "team": "say household",
        "syncjob": "say reconcile run",
        "util": "name it by what it does",
        "helper": "name it by what it does",
        "manager": "name it by what it does",
        "common": "name it by what it holds",
        "base": "name it by what it is",
        "misc": "name it by what it holds",
        "trail": "say audit",
        "confirmer": "say snapshot worker",
    ]

    /// The words that SQL functions do not use either; `people` is a section of the tenant file.
    private static let bannedInFunctions = ["person": "say app_user", "people": "say app_users"]
    /// The participles that are no alias, variable or parameter of a function: they hide the row.
    private static let bannedAliases = ["told": "name the row: evidence, event, purchase, …"]
    private static let namesOfSection: Set<String> = ["people_rules", "apply_people_rules"]

    /// Names from the standard library and dependencies.
    private static let foreign: Set<String> = ["FileManager", "baseAddress"]

    @Test("no identifier of Swift or SQL contains a banned word")
    func identifiersAreOurs() {
        expectNone(Repository.swift.flatMap { findings(in: $0.tokens, of: $0.file) })
        expectNone(Repository.sql.flatMap { findings(in: $0.tokens, of: $0.file) })
    }

    @Test("no file or folder name contains a banned word")
    func pathsAreOurs() {
        expectNone(
            Repository.files.flatMap { file in
                file.path.split { !($0.isLetter || $0.isNumber || $0 == "_") }.flatMap {
                    message(for: String($0), in: file).map { [file.finding(1, $0)] } ?? []
                }
            })
    }

    @Test(
        "a word is found in every spelling",
        arguments: [
            "customer", "Customers", "rcCustomerID", "CUSTOMER_ID", "some_customers", "syncJobs",
            "sync_job", "TeamID", "utils", "HTTPUtil",
        ])
    func wordIsFound(identifier: String) {
        let source = SwiftSource("/// customer\nlet a = \"team\"\nlet \(identifier) = 1\n")
        #expect(findings(in: source.tokens, of: source.file).map(\.line) == [3])
    }

    @Test("RevenueCat's modules may use RevenueCat's word")
    func revenueCatKeepsItsWord() {
        let source = SwiftSource("let customer = 1\n", path: "Sources/RevenueCat/A.swift")
        #expect(findings(in: source.tokens, of: source.file).isEmpty)
    }

    @Test("SQL functions say app user, except in the name of the tenant file's section")
    func functionsSayAppUser() {
        let source = SQLSource(
            "select person.id, people_rules.aliases\nfrom _people\n", path: "sql/functions/a.sql")
        #expect(findings(in: source.tokens, of: source.file).map(\.line) == [1, 2])
    }

    @Test("aliases, variables and parameters of SQL functions name the row")
    func aliasesNameTheRow() {
        let source = SQLSource(
            "-- told\nselect row.told_at, told.id from entitlements.evidence told\n_told, _tolds\n",
            path: "sql/functions/a.sql")
        #expect(findings(in: source.tokens, of: source.file).map(\.line) == [2, 2, 3, 3])
    }

    @Test(
        "a longer word is not a banned one",
        arguments: ["steam", "baseline", "base64", "commonly"])
    func longerWordIsAnother(identifier: String) {
        let source = SwiftSource("let \(identifier) = 1\n")
        #expect(findings(in: source.tokens, of: source.file).isEmpty)
    }

    private func findings(in tokens: [Token], of file: SourceFile) -> [Finding] {
        tokens.filter { $0.kind == .word && !Self.foreign.contains($0.text) }.compactMap { token in
            message(for: token.text, in: file).map { file.finding(token.line, $0) }
        }
    }

    private func message(for identifier: String, in file: SourceFile) -> String? {
        let parts = words(of: identifier)
        let pairs = zip(parts, parts.dropFirst()).map { $0 + $1 }
        for part in parts + pairs {
            let singular = part.hasSuffix("s") ? String(part.dropLast()) : part
            if singular == "customer", isRevenueCat(file) { continue }
            if let instead = Self.banned[singular] { return "'\(identifier)': \(instead)" }
            if file.path.hasPrefix("sql/functions/"), !Self.namesOfSection.contains(identifier),
                let instead = Self.bannedInFunctions[part]
            {
                return "'\(identifier)': \(instead)"
            }
            if file.path.hasPrefix("sql/functions/"), parts.count == 1,
                let instead = Self.bannedAliases[singular]
            {
                return "'\(identifier)': \(instead)"
            }
        }
        return nil
    }

    private func isRevenueCat(_ file: SourceFile) -> Bool {
        file.folders.contains { $0.hasPrefix("RevenueCat") }
    }

    /// `rcCustomerID` has the words rc, customer and id; `app_user` has app and user.
    private func words(of identifier: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(identifier)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : "_"
            let isStart =
                character.isUppercase && (word.last?.isLowercase == true || next.isLowercase)
            if character == "_" || isStart {
                words.append(word)
                word = ""
            }
            if character != "_" { word.append(character) }
        }
        return (words + [word]).filter { !$0.isEmpty }.map { $0.lowercased() }
    }
}
