import FoundationEssentials
import Postgres
import TestSupport

/// A role of the app that may ask about one tenant, and makes what Postgres lets every role make.
struct TemporaryTypes {
    let scratch: ScratchDatabase
    let tenant: TestTenant
    let role: String

    /// Each with a domain of its name in pg_temp, whose check says by an error who ran it.
    private static let types = [
        "uuid", "text", "bool", "int4", "int8", "timestamptz", "interval", "json", "jsonb", "name",
        "regproc", "numeric",
    ]

    /// Lends a database with a payer `u_1` and the role.
    static func with(_ body: (TemporaryTypes) async throws -> Void) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.nowRunning(appUserID: "u_1"))
            // Roles belong to the cluster.
            let role = "shop_\(UUID().uuidString.prefix(8).lowercased())"
            try await scratch.administer(
                """
                create role \(role);
                call entitlements.admit_policy_role('\(tenant.slug)', '\(role)')
                """)
            try await body(TemporaryTypes(scratch: scratch, tenant: tenant, role: role))
            try await scratch.administer("drop owned by \(role); drop role \(role)")
        }
    }

    /// What `has_entitlement` answers, or the error's words if something of the role's ran.
    func ask(
        _ question: String? = nil, of types: [String] = TemporaryTypes.types
    ) async throws -> String? {
        let traps = types.map { type in
            """
            create function pg_temp.trap(pg_catalog.\(type)) returns pg_catalog.bool
            language plpgsql as $$ begin raise exception 'ran as %', current_user; end $$;
            create domain pg_temp.\(type) as pg_catalog.\(type) check (pg_temp.trap(value));
            """
        }
        let asked =
            question ?? "entitlements.has_entitlement('\(tenant.slug)', 'u_1', 'plus')"
        do {
            return try await scratch.administer(
                "set role \(role); \(traps.joined(separator: "\n")) select \(asked)"
            ).first?.first ?? nil
        } catch let error as PostgresError {
            return "\(error)"
        }
    }

    /// How many functions of ours have another search path.
    func openCount() async throws -> String? {
        try await scratch.ask("select count(*) from entitlements.open_functions()")
    }
}
