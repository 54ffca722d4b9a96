import Entitlements
import EntitlementsDatabase

/// The sealed secrets of all tenants, and the key that should open them.
struct SealedSecrets: Sendable {
    let database: Database
    let secretBox: SecretBox

    /// A change of a secret restarts a pass over them; more changes than this are no coincidence.
    private static let maximumPasses = 5

    /// How many secrets a message names.
    private static let namedCount = 10

    /// Throws a message that names the secrets which the key does not open.
    func requireReadable() async throws {
        let unreadable = try await unreadable()
        guard !unreadable.isEmpty else { return }
        throw Self.message(about: unreadable)
    }

    /// The secrets that the key does not open, in words.
    func unreadable() async throws -> [String] {
        var unreadable: [String] = []
        try await forEach { secret, context, tenant in
            if (try? secretBox.open(secret.sealed, for: context)) == nil {
                unreadable.append(secret.words(of: tenant))
            }
        }
        return unreadable
    }

    /// Seals every secret with the present key that the previous one sealed; returns how many.
    ///
    /// Throws before the first change if neither key opens a secret.
    func reseal(isDryRun: Bool) async throws -> Int {
        try await requireReadable()
        var resealed = 0
        for _ in 0..<Self.maximumPasses {
            var hasChanged = false
            try await forEach { secret, context, tenant in
                guard !secretBox.isCurrent(secret.sealed, for: context) else { return }
                resealed += 1
                guard !isDryRun else { return }
                let sealed = try secretBox.seal(
                    try secretBox.open(secret.sealed, for: context), for: context)
                let isResealed = try await database.callOne(
                    ResealSecret(secret, sealed: sealed), in: tenant.tenantID
                ).isResealed
                if !isResealed {
                    resealed -= 1
                    hasChanged = true
                }
            }
            if !hasChanged { return resealed }
        }
        throw OperatorMessage(
            "some secrets were not sealed with the new key", why: "they changed in the meantime",
            advice: "Run `hearth key rotate-encryption` again.", exitStatus: .temporaryFailure)
    }

    private func forEach(
        _ body: (ListSealedSecrets.Row, _ context: String, ListTenants.Row) async throws -> Void
    ) async throws {
        try await ListTenants.forEach(in: database) { tenant in
            for secret in try await database.call(ListSealedSecrets(), in: tenant.tenantID) {
                guard let context = secret.sealingContext(of: tenant.tenantID) else { continue }
                try await body(secret, context, tenant)
            }
        }
    }

    private static func message(about unreadable: [String]) -> OperatorMessage {
        let others = unreadable.count - namedCount
        let names =
            unreadable.prefix(namedCount).joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "")
        return OperatorMessage(
            "the secrets in the database cannot be opened",
            why: "HEARTH_ENCRYPTION_KEY is not the key that sealed \(names)",
            advice: "Set HEARTH_ENCRYPTION_KEY to that key. If it is lost, set each of these "
                + "secrets again with `hearth tenant secret set`, or delete it.",
            exitStatus: .invalidConfiguration)
    }
}

extension ListSealedSecrets.Row {
    /// `slot 1 of authorization of stockpot`.
    fileprivate func words(of tenant: ListTenants.Row) -> String {
        switch kind {
        case "revenuecat_api_key": "revenuecat-api-key of \(tenant.slug)"
        case "signing_key": "signing key \(name) of \(tenant.slug)"
        case "endpoint_secret": "slot \(slot) of endpoint \(name) of \(tenant.slug)"
        case "token_secret": "slot \(slot) of token-secret \(name) of \(tenant.slug)"
        default: "slot \(slot) of \(kind) of \(tenant.slug)"
        }
    }
}
