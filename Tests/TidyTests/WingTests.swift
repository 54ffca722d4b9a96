import Testing

/// Holds `sql/functions` in three rings: a core, wings that it asks at named questions only, and
/// windows that only Swift enters.
@Suite("The core, its wings and its windows")
struct WingTests {
    /// The wings, in the order of the columns of ARCHITECTURE.md.
    private static let wings = [
        "limits", "codes", "notices", "devices", "changes", "endpoints", "grants", "imports",
    ]

    /// The functions that ask wings something; beside these are those in `wings/questions`.
    private static let questions: Set<String> = [
        "apply_definition", "derive", "prune", "store_answers", "store_sandbox_answers",
    ]

    /// The wings that a wing may call.
    private static let arrows: Set<Arrow> = [
        Arrow("codes", "grants"), Arrow("imports", "grants"), Arrow("notices", "limits"),
        Arrow("devices", "changes"), Arrow("endpoints", "changes"), Arrow("limits", "changes"),
        Arrow("notices", "changes"),
    ]

    /// The areas that may read anything, and that no other area calls.
    private static let windows = ["explanations", "recall", "figures", "support"]

    /// The windows that another window calls.
    private static let openWindows: Set<Arrow> = [Arrow("recall", "explanations")]

    private static let functions = Functions(Repository.sqlFunctions)

    @Test("a core function calls wings only if it is a question")
    func core() {
        expectNone(Self.strangers(in: Self.functions))
    }

    @Test("only Swift enters a window, or a window by a listed arrow")
    func windowsAreEntered() {
        expectNone(Self.intruders(in: Self.functions))
        let used = Self.functions.calls.map { Arrow($0.caller.area, $0.callee.area) }
        #expect(Self.openWindows.isSubset(of: used))
    }

    @Test("a wing calls no other wing but by a listed arrow, and each arrow is used")
    func arrowsAreListed() {
        let used = Set(
            Self.functions.calls.map { Arrow($0.caller.area, $0.callee.area) }
                .filter { $0.isBetween(Self.wings) })
        #expect(used == Self.arrows)
    }

    @Test("no two areas call each other, except those of the core that are listed")
    func noCircles() {
        let arrows = Set(Self.functions.calls.map { Arrow($0.caller.area, $0.callee.area) })
        let mutual = arrows.filter { $0.from < $0.to && arrows.contains(Arrow($0.to, $0.from)) }
        #expect(
            mutual == [
                Arrow("app_users", "households"), Arrow("app_users", "purchases"),
                Arrow("catalog", "purchases"), Arrow("households", "purchases"),
            ])
    }

    @Test("the fold decides by its arguments: it reads no table, and calls no other area")
    func foldIsPure() {
        expectNone(Self.impurities(in: Repository.sqlFunctions))
    }

    @Test("the test detects a function of the fold that reads a table, or calls another area")
    func impurityIsFound() {
        let other = SQLSource(
            "create function api.ids_of() returns void",
            path: "sql/functions/app_users/lookups/ids_of.sql")
        let path = "sql/functions/fold/meaning/is_x.sql"
        for (body, count) in [
            ("select api.ids_of();", 1), ("select * from entitlements.purchases;", 1),
            ("select entitlements.evidence_does(kind);", 0),
        ] {
            let source = SQLSource("create function api.is_x()\n\(body)", path: path)
            #expect(Self.impurities(in: [other, source]).count == count)
        }
    }

    @Test("the table of ARCHITECTURE.md has what each wing answers to each question")
    func table() throws {
        let file = try #require(Repository.file("docs/ARCHITECTURE.md"))
        let rows = file.lines.filter { line in
            Self.functions.questions(besides: Self.questions).contains { question in
                line.hasPrefix("| `\(question)` |")
            }
        }
        #expect(rows.map(String.init).sorted() == Self.expectedRows.sorted())
    }

    @Test("the test detects a core function that calls a wing")
    func strangerIsFound() {
        let callee = SQLSource(
            "create function api.moved_credits() returns void",
            path: "sql/functions/limits/credits/moved_credits.sql")
        let call = "create function api.get_x() returns void\nselect api.moved_credits();"
        let core = SQLSource(call, path: "sql/functions/app_users/merge/get_x.sql")
        let wing = SQLSource(call, path: "sql/functions/codes/rules/get_x.sql")
        #expect(Self.strangers(in: Functions([callee, core])).count == 1)
        #expect(Self.strangers(in: Functions([callee, wing])).isEmpty)
    }

    @Test("the test detects a window that the core, a wing or a further window calls")
    func intruderIsFound() {
        let callee = SQLSource(
            "create function api.explain_access() returns void",
            path: "sql/functions/explanations/explain_access.sql")
        let call = "create function api.get_x() returns void\nselect api.explain_access();"
        let intruders = ["app_users", "codes", "wings/questions", "support", "recall"].filter {
            let caller = SQLSource(call, path: "sql/functions/\($0)/get_x.sql")
            return Self.intruders(in: Functions([callee, caller])).count == 1
        }
        #expect(intruders == ["app_users", "codes", "wings/questions", "support"])
    }

    private static func impurities(in sources: [SQLSource]) -> [Finding] {
        let calls = Functions(sources).calls
            .filter { $0.caller.area == "fold" && $0.callee.area != "fold" }
            .map { $0.caller.file.finding(1, "\($0.caller.name) calls \($0.callee.name)") }
        let reads = sources.filter { $0.area == "fold" && $0.readsTable }
            .map { $0.file.finding(1, "\($0.file.stem) reads a table") }
        return calls + reads
    }

    private static func intruders(in functions: Functions) -> [Finding] {
        functions.calls.filter { call in
            let arrow = Arrow(call.caller.area, call.callee.area)
            return windows.contains(arrow.to) && arrow.from != arrow.to
                && !openWindows.contains(arrow)
        }.map { call in
            call.caller.file.finding(
                1, "\(call.caller.name) calls \(call.callee.name) of a window: only Swift does")
        }
    }

    private static func strangers(in functions: Functions) -> [Finding] {
        functions.calls.filter { call in
            wings.contains(call.callee.area)
                && !(wings + windows + ["wings"]).contains(call.caller.area)
                && !questions.contains(call.caller.name)
        }.map { call in
            call.caller.file.finding(
                1, "\(call.caller.name) calls \(call.callee.name) of a wing: ask by a question")
        }
    }

    /// A row for each question: its name, then the functions of each wing that it calls.
    private static var expectedRows: [String] {
        functions.questions(besides: questions).map { question in
            let answers = wings.map { wing in
                let names = functions.calls
                    .filter { $0.caller.name == question && $0.callee.area == wing }
                    .map { "`\($0.callee.name)`" }
                return names.isEmpty ? "–" : names.sorted().joined(separator: ", ")
            }
            return "| `\(question)` | \(answers.joined(separator: " | ")) |"
        }
    }
}

private struct Arrow: Hashable {
    let from: String
    let to: String

    init(_ from: String, _ to: String) {
        self.from = from
        self.to = to
    }

    func isBetween(_ areas: [String]) -> Bool {
        from != to && areas.contains(from) && areas.contains(to)
    }
}

/// The functions of `sql/functions`, and which calls which.
private struct Functions {
    struct Function {
        let name: String
        let area: String
        let file: SourceFile
    }

    struct Call {
        let caller: Function
        let callee: Function
    }

    let calls: [Call]
    private let all: [Function]

    init(_ sources: [SQLSource]) {
        let pairs = sources.map { source in
            (source, Function(name: source.file.stem, area: source.area, file: source.file))
        }
        let byName = Dictionary(
            pairs.map { ($1.name, $1) }, uniquingKeysWith: { first, _ in first })
        all = pairs.map(\.1)
        calls = pairs.flatMap { source, caller in
            source.calledFunctions.subtracting([caller.name]).compactMap { name in
                byName[name].map { Call(caller: caller, callee: $0) }
            }
        }
    }

    func questions(besides named: Set<String>) -> [String] {
        named.sorted() + all.filter { $0.area == "wings" }.map(\.name).sorted()
    }
}

extension SQLSource {
    fileprivate var area: String {
        file.folders.count > 2 ? String(file.folders[2]) : ""
    }

    fileprivate var readsTable: Bool {
        let code = tokens.code
        return code.indices.dropFirst(2).contains { place in
            code[place] == "entitlements" && ["from", "join"].contains(code[place - 1].text)
                && code[place - 2].text != "distinct"
        }
    }

    /// The functions of schema `api` that the text calls.
    fileprivate var calledFunctions: Set<String> {
        let code = tokens.code
        return Set(
            code.indices.dropFirst(2).filter { place in
                code[place - 2] == "api" && code[place - 1] == "."
                    && place + 1 < code.count && code[place + 1] == "("
            }.map { code[$0].text })
    }
}
