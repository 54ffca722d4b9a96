import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// The tenant and the page of a list, and its form.
struct ListOptions: ParsableArguments {
    @OptionGroup var answer: AnswerOptions

    @Option(help: "How many, at most 1,000.")
    var limit: Int32 = 50

    @Option(help: "The `next_cursor` of the previous page.")
    var cursor: String?

    func validate() throws {
        guard 1...1_000 ~= limit else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    /// One row more than the limit shows whether another page follows.
    var pageLimit: Int32 { limit + 1 }

    /// Returns the cursor as the list reads it; nil for the first page.
    func cursor<Cursor>(_ read: (String) throws -> Cursor) throws -> Cursor? {
        guard let cursor else { return nil }
        do {
            return try read(cursor)
        } catch {
            throw ValidationError("--cursor must be the next_cursor of this list.")
        }
    }

    /// Makes the call of a list whose rows are JSON, and prints the page.
    ///
    /// An element of the page is one row of the table, unless `rows` says otherwise.
    func run<Call: TenantCall>(
        _ call: Call, _ columns: [Column], cursor: @Sendable @escaping (Call.Row) -> String,
        answer: @Sendable @escaping (Call.Row) -> [UInt8],
        rows: @Sendable @escaping (JSONValue) -> [JSONValue] = { [$0] }
    ) async throws {
        try await self.answer.list(
            call, limit: limit, columns, cursor: cursor, write: { $1.json(answer($0)) }, rows: rows)
    }

    /// Makes the call of a list, and prints the page.
    func run<Call: TenantCall>(
        _ call: Call, _ columns: [Column], cursor: @Sendable @escaping (Call.Row) -> String,
        write: @Sendable @escaping (Call.Row, inout JSONWriter) -> Void
    ) async throws {
        try await answer.list(call, limit: limit, columns, cursor: cursor, write: write)
    }
}
