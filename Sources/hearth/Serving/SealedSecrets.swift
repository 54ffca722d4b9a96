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
        let check = try await check()
        guard !check.unreadable.isEmpty else { return }
        throw Self.message(about: check)
    }

    /// The secrets that the key does not open, in words.
    func unreadable() async throws -> [String] { try await check().unreadable }

    /// What a check of all secrets found.
    struct Check: Sendable, Equatable {
        /// How many secrets the key opens.
        var readableCount = 0
        /// The others, in words.
        var unreadable: [String] = []

        /// The key sealed none of them: it is another installation's, or lost and replaced.
        var isOfAnotherKey: Bool { readableCount == 0 && !unreadable.isEmpty }

        /// Up to ten of the secrets that do not open.
        var names: String {
            let others = unreadable.count - SealedSecrets.namedCount
            return unreadable.prefix(SealedSecrets.namedCount).joined(separator: ", ")
                + (others > 0 ? " and \(others) more" : "")
        }
    }

    func check() async throws -> Check {
        var check = Check()
        try await forEach { secret, context, tenant in
            if (try? secretBox.open(secret.sealed, for: context)) == nil {
                check.unreadable.append(secret.words(of: tenant))
            } else {
                check.readableCount += 1
            }
        }
        return check
    }

    /// Throws a message if there are secrets, and the key opens none of them.
    ///
    /// A secret sealed by it would need a second key.
    func requireOwnKey() async throws {
        let check = try await check()
        if check.isOfAnotherKey { throw Self.message(about: check) }
    }

    /// Whether any tenant has a sealed secret.
    static func exist(in database: Database) async throws -> Bool {
        var exist = false
        try await ListTenants.forEach(in: database) { tenant in
            guard !exist else { return }
            exist = try await !database.call(ListSealedSecrets(), in: tenant.tenantID).isEmpty
        }
        return exist
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
            advice: "Run `hearth keys rotate-encryption` again.", exitStatus: .temporaryFailure)
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

    private static func message(about check: Check) -> OperatorMessage {
        OperatorMessage(
            "the secrets in the database cannot be opened",
            why: "HEARTH_ENCRYPTION_KEY is not the key that sealed \(check.names)",
            advice: "Set HEARTH_ENCRYPTION_KEY to that key. If it is lost, set each of these "
                + "secrets again with `hearth tenants secrets set --new-key`, or delete it.",
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
