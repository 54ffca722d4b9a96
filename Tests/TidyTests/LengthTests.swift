import Testing

@Suite("Lines, files and functions are short")
struct LengthTests {
    private static let maximumColumns = 100
    private static let maximumFileLines = 300
    private static let maximumFunctionLines = 50
    private static let maximumSQLBodyLines = 80

    @Test("no line of Swift or SQL is longer than 100 columns")
    func linesAreShort() {
        let files = Repository.swift.map(\.file) + Repository.sql.map(\.file)
        expectNone(files.flatMap(longLines))
    }

    @Test("no Swift or SQL file is longer than 300 lines")
    func filesAreShort() {
        let files = Repository.swift.map(\.file) + Repository.sql.map(\.file)
        expectNone(files.flatMap(longFile))
    }

    @Test("no Swift function is longer than 50 lines")
    func functionsAreShort() {
        expectNone(Repository.swift.flatMap(longFunctions))
    }

    @Test("no SQL function's body is longer than 80 lines")
    func bodiesAreShort() {
        expectNone(Repository.sqlFunctions.flatMap(longBody))
    }

    @Test("a line of 101 columns is found, one of 100 is not")
    func longLineIsFound() {
        let line = String(repeating: "x", count: 100)
        let file = SourceFile(path: "Example.swift", text: "\(line)\n\(line)x\n")
        #expect(longLines(of: file) == [file.finding(2, "")])
    }

    @Test("a file of 301 lines is found, one of 300 is not")
    func longFileIsFound() {
        let lines = String(repeating: "x\n", count: 300)
        #expect(longFile(SourceFile(path: "Example.swift", text: lines)).isEmpty)
        let longer = SourceFile(path: "Example.swift", text: lines + "x\n")
        #expect(longFile(longer) == [longer.finding(301, "")])
    }

    @Test(
        "a function of 51 lines is found, of any kind",
        arguments: [
            "func f() {", "init(a: [Int] = [{ 1 }()]) {", "var a: Int {", "deinit {",
            "subscript(a: Int) -> Int {",
        ])
    func longFunctionIsFound(opening: String) {
        func source(lines: Int) -> SwiftSource {
            let body = String(repeating: "    g(\"}\") // }\n", count: lines - 2)
            return SwiftSource("struct A {\nvar b: Int\n\(opening)\n\(body)}\n}\n")
        }
        #expect(longFunctions(in: source(lines: 50)).isEmpty)
        #expect(longFunctions(in: source(lines: 51)).map(\.line) == [3])
    }

    @Test("a protocol's requirement has no body")
    func requirementHasNoBody() {
        let lines = String(repeating: "    func f()\n    var a: Int { get }\n", count: 40)
        #expect(longFunctions(in: SwiftSource("protocol P {\n\(lines)}\n")).isEmpty)
    }

    @Test("a SQL body of 81 lines is found, one of 80 is not")
    func longBodyIsFound() {
        func source(lines: Int) -> SQLSource {
            let body = String(repeating: "    a\n", count: lines)
            return SQLSource("create function api.f() as $$\n\(body)$$;\n")
        }
        #expect(longBody(of: source(lines: 80)).isEmpty)
        #expect(longBody(of: source(lines: 81)).count == 1)
    }

    private func longLines(of file: SourceFile) -> [Finding] {
        // To count columns is slow, and a line has as many bytes at least.
        file.lines.enumerated().filter {
            $0.element.utf8.count > Self.maximumColumns && $0.element.count > Self.maximumColumns
        }.map {
            file.finding(
                $0.offset + 1, "\($0.element.count) columns: break it at \(Self.maximumColumns)")
        }
    }

    private func longFile(_ file: SourceFile) -> [Finding] {
        guard file.lines.count > Self.maximumFileLines else { return [] }
        return [
            file.finding(
                Self.maximumFileLines + 1,
                "\(file.lines.count) lines: split it by what it does")
        ]
    }

    private func longFunctions(in source: SwiftSource) -> [Finding] {
        FunctionBodies(source.tokens.code).lines
            .filter { $0.count > Self.maximumFunctionLines }
            .map {
                source.file.finding(
                    $0.lowerBound, "a function of \($0.count) lines: give its parts names")
            }
    }

    private func longBody(of source: SQLSource) -> [Finding] {
        guard let body = source.bodyLines, body.count > Self.maximumSQLBodyLines else { return [] }
        return [
            source.file.finding(
                body.lowerBound, "a body of \(body.count) lines: move a step to a function")
        ]
    }
}
