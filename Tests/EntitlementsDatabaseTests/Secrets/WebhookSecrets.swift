import EntitlementsDatabase
import TestSupport

extension TestTenant {
    @discardableResult
    func set(
        _ kind: String, _ slot: Int32?, _ sealed: [UInt8], isDryRun: Bool = false
    ) async throws -> SetSecret.Row {
        try await database.callOne(
            SetSecret(kind: kind, name: "", slot: slot, sealed: sealed, isDryRun: isDryRun), in: id)
    }

    func delete(_ kind: String, _ slot: Int32) async throws {
        _ = try await database.call(DeleteSecret(kind: kind, name: "", slot: slot), in: id)
    }

    func secrets() async throws -> [GetWebhookSecrets.Row] {
        try await database.call(GetWebhookSecrets(), in: id)
    }
}

/// Returns bytes of the length of the shortest sealed secret.
func sealed(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 29) }
