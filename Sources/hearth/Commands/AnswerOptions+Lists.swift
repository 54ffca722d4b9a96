import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

extension AnswerOptions {
    /// Makes the call of a list, and prints one page.
    func list<Call: TenantCall>(
        _ call: Call, limit: Int32 = .max, _ columns: [Column],
        cursor: @Sendable @escaping (Call.Row) -> String,
        write: @Sendable @escaping (Call.Row, inout JSONWriter) -> Void,
        rows: @Sendable @escaping (JSONValue) -> [JSONValue] = { [$0] }
    ) async throws {
        try await run(
            { database, tenant in
                let rows = try await database.call(call, in: tenant)
                var json = JSONWriter()
                json.beginObject()
                json.page(rows, limit: limit, cursor: cursor, write)
                json.endObject()
                return try JSONParser.parse(json.bytes)
            }, show: { Self.show($0, columns, rows: rows) })
    }

    /// Prints a page as a table, and how to get the next one.
    static func show(
        _ page: JSONValue, _ columns: [Column], rows: (JSONValue) -> [JSONValue] = { [$0] }
    ) {
        Table(columns, (page["data"]?.array ?? []).flatMap(rows)).print()
        if let next = page["next_cursor"]?.string {
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
