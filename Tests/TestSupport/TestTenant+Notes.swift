package import Entitlements
package import EntitlementsDatabase

extension TestTenant {
    /// Writes a note of an operator, and returns it.
    @discardableResult
    package func note(
        _ text: String, on appUserID: String, key: String? = nil, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            CreateNote(
                appUserID: AppUserID(appUserID), note: text, actor: "secret_key:test",
                idempotencyKey: key,
                requestDigest: key.map { _ in Array(repeating: UInt8(text.utf8.count), count: 32) },
                asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)
    }

    /// A page of the notes on an app user, newest first.
    package func notePage(
        of appUserID: String, size: Int32, after last: ListNotes.Row? = nil
    ) async throws -> [ListNotes.Row] {
        try await database.call(
            ListNotes(
                appUserID: AppUserID(appUserID), pageLimit: size,
                beforeWrittenAt: last?.writtenAt, beforeNoteID: last?.noteID),
            in: id)
    }

    /// The texts of an app user's notes, newest first.
    package func notes(of appUserID: String) async throws -> [String] {
        try await notePage(of: appUserID, size: 100).compactMap {
            try JSONParser.parse($0.answer)["note"]?.string
        }
    }
}
