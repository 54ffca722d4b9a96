import ArgumentParser
import Entitlements
import EntitlementsAPI

/// The tenant that a command is about, and the form of its answer.
struct AnswerOptions: ParsableArguments {
    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    /// Asks the API and shows the answer, or prints it as JSON.
    ///
    /// With `sealing`, the installation's own key must be known.
    func run(
        sealing: Bool = false, _ ask: @Sendable @escaping (TenantAPI) async throws -> JSONValue,
        show: @Sendable @escaping (JSONValue) throws -> Void
    ) async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            if sealing { _ = try await installation.sealingBox() }
            let answer = try await installation.withAPI(of: id, ask)
            guard json else { return try show(answer) }
            if !answer.isNull { print(answer.indented) }
        }
    }

    /// Carries out an operation and shows its answer.
    func run(
        _ call: OperationCall, sealing: Bool = false,
        show: @Sendable @escaping (JSONValue) throws -> Void
    ) async throws {
        try call.requireNoConflict()
        try await run(sealing: sealing, { try await $0.answer(to: call) }, show: show)
    }

    /// Carries out an operation and prints a report on its answer, with the tenant's slug.
    func run(
        _ call: OperationCall, sealing: Bool = false,
        report: @Sendable @escaping (JSONValue, String) throws -> Void
    ) async throws {
        try await run(call, sealing: sealing) { try report($0, tenant) }
    }

    /// Carries out a list's operation, page by page up to the limit, and shows one table.
    func list(
        _ call: OperationCall, limit: Int, pageRows: Int, _ columns: [Column],
        rows: @Sendable @escaping (JSONValue) -> [JSONValue] = { [$0] }
    ) async throws {
        try call.requireNoConflict()
        try await run(
            { try await $0.page(of: call, limit: limit, pageRows: pageRows) },
            show: { Self.show($0, "data", columns, rows: rows) })
    }

    /// Carries out the operation of a list whose pages may have fewer rows than asked for, until
    /// there are as many as the limit, and shows one table.
    func list(
        filling call: OperationCall, limit: Int, pageRows: Int, _ columns: [Column], asCSV: Bool
    ) async throws {
        if json, asCSV { throw ValidationError("Give --json or --csv, not both.") }
        try call.requireNoConflict()
        try await run(
            { try await $0.page(of: call, limit: limit, pageRows: pageRows, filled: true) },
            show: { answer in
                guard asCSV else { return Self.show(answer, "data", columns) }
                let table = Table(columns, answer["data"]?.array ?? [])
                StandardStream.output.write(Array(table.csv.utf8))
                Self.showCursor(of: answer)
            })
    }

    /// Prints the members of an answer as a table, and how to get more.
    static func show(
        _ answer: JSONValue, _ member: String, _ columns: [Column],
        rows: (JSONValue) -> [JSONValue] = { [$0] }
    ) {
        let list = answer[member]
        let elements = list?.array ?? list?.object?.members.map(\.value) ?? []
        Table(columns, elements.flatMap(rows)).print()
        showCursor(of: answer)
        if answer["has_more"] == .bool(true) {
            StandardStream.error.writeLine("There are more: a longer text finds fewer.")
        }
    }

    private static func showCursor(of answer: JSONValue) {
        if let next = answer["next_cursor"]?.string {
            StandardStream.error.writeLine("There are more: --cursor \(next)")
        }
    }
}

extension JSONValue {
    /// All of a list, as the API answers a page.
    static func page(_ rows: [JSONValue]) -> JSONValue {
        .members(["data": .array(rows), "next_cursor": .null])
    }
}
