import Entitlements
import Postgres
import TestSupport

/// Makes calls as one of two tenants and compares: with the other's rows, and without them.
struct IsolatedCalls {
    private let tenants: IsolatedTenants
    private let schema: String
    private let connection: AdministrationConnection
    private let tables: [String]
    /// Values of arguments by their names, from rows of the other tenant where they have the name.
    private let values: [String: String]
    private let rows: [String]

    init(
        _ tenants: IsolatedTenants, in schema: String, on connection: AdministrationConnection
    ) async throws {
        (self.tenants, self.schema, self.connection) = (tenants, schema, connection)
        tables = try await connection.execute(
            """
            select attrelid::regclass from pg_attribute join pg_class on oid = attrelid
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
               and attname = 'tenant_id' order by 1
            """
        ).compactMap { $0[0] }
        values = try await Self.values(tenants, on: connection)
        rows = try await Self.rows(of: tenants.other, tables, on: connection)
    }

    func sql(of call: EveryTenantCall) -> String {
        if let whole = Self.whole[call.function] { return "\(schema).\(whole)" }
        return call.sql(in: schema, values)
    }

    /// Returns what of the other tenant a call answers or changes; nil if nothing.
    func leak(of call: String) async throws -> String? {
        try await connection.execute("begin; savepoint whole")
        let answer = try await answer(to: call)
        let now = try await Self.rows(of: tenants.other, tables, on: connection)
        let changed = Set(now).symmetricDifference(rows)
        let deletions = tables.map { "delete from \($0) where tenant_id = '\(tenants.other.id)';" }
        try await connection.execute(
            """
            rollback to whole;
            set local session_replication_role = replica; \(deletions.joined())
            set local session_replication_role = origin;
            """)
        let alone = try await self.answer(to: call)
        try await connection.execute("rollback")
        if !changed.isEmpty {
            return "changed \(Set(changed.map { $0.prefix { $0 != " " } }).sorted())"
        }
        return answer == alone ? nil : "answers \(answer), and alone \(alone)"
    }

    /// Whether the call answers or refuses with a code: other errors are of wrong arguments.
    func isReached(_ call: String) async throws -> Bool {
        try await connection.execute("begin")
        let answer = try await answer(to: call)
        try await connection.execute("rollback")
        let message = answer.split(separator: " ").dropFirst().joined(separator: " ")
        return !answer.hasPrefix("ERROR:") || ErrorCode(rawValue: message) != nil
    }

    /// The rows of an answer or its refusal, without what each answer has of its own.
    private func answer(to call: String) async throws -> String {
        try await connection.execute("savepoint call")
        var answer: String
        do {
            try await connection.execute(
                "set local role hearth_server; set local hearth.tenant_id = '\(tenants.own.id)'")
            answer = try await connection.execute("select * from \(call)").map {
                $0.map { $0 ?? "null" }.joined(separator: " | ")
            }.joined(separator: "\n")
            try await connection.execute("reset role")
        } catch {
            // Where it was raised varies with what is cached.
            answer = String("\(error)".prefix { $0 != "\n" })
            try await connection.execute("rollback to call")
        }
        return answer.replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/#, with: "(uuid)")
            .replacing(#/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)?/#, with: "(time)")
    }

    /// A digest of the tenant's rows of each table.
    private static func rows(
        of tenant: TestTenant, _ tables: [String], on connection: AdministrationConnection
    ) async throws -> [String] {
        let digests = tables.map {
            """
            select '\($0) ' || coalesce(md5(string_agg(kept::text, ' ' order by kept::text)), '')
              from \($0) kept where tenant_id = '\(tenant.id)'
            """
        }
        return try await connection.execute(digests.joined(separator: " union all "))
            .compactMap { $0[0] }
    }

    private static func values(
        _ tenants: IsolatedTenants, on connection: AdministrationConnection
    ) async throws -> [String: String] {
        let columns = try await connection.execute(
            """
            select attname, attrelid::regclass from pg_attribute join pg_class on oid = attrelid
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r' and attnum > 0
               and attname ~ '_(id|uuid|digest|reference)$' and attname <> 'tenant_id'
               and exists (select from pg_attribute own
                            where own.attrelid = pg_class.oid and own.attname = 'tenant_id')
             order by 1, 2
            """)
        var values: [String: String] = [:]
        for column in columns {
            guard let name = column[0], let table = column[1], values[name] == nil else { continue }
            values[name] =
                try await connection.execute(
                    """
                    select quote_literal(\(name)::text) from \(table)
                     where tenant_id = '\(tenants.other.id)' and \(name) is not null
                     order by 1 limit 1
                    """
                ).first?.first ?? nil
        }
        values["tenant"] = "'\(tenants.own.id)'"
        values["slug"] = "'\(tenants.own.slug)'"
        let documents = [
            "put_campaign.campaign": "to_jsonb(stored) from entitlements.code_campaigns stored",
            "put_catalog.definition": "definition from entitlements.tenants stored",
        ]
        for (name, document) in documents {
            values[name] =
                try await connection.execute(
                    """
                    select quote_literal(document) from (
                        select \(document) where stored.tenant_id = '\(tenants.own.id)' limit 1
                    ) as own (document)
                    """
                ).first?.first ?? nil
        }
        return values.merging(named) { $1 }
    }

    /// Names with a value that both tenants have.
    private static let named = [
        "app_user_id": "'u_42'", "anonymous_app_user_id": "'$RCAnonymousID:1'",
        "owner_app_user_id": "'h_1'", "environment": "'production'", "entitlement_id": "'pro'",
        "feature_id": "'exports_without_watermark'", "credit_id": "'hd_export'",
        "limit_id": "'ai_generations'", "campaign_id": "'launch'", "event_id": "'1'",
        "page_limit": "100", "maximum": "100", "issuer": "'\(TestTokens.issuer)'",
        "known_at": "now()", "question": "'entitlements'", "proof": "'vouched'",
        "scope": "'user'", "query": "'u_42'", "log_position": "'1:0/0'",
        "first_day": "'2026-01-01'", "last_day": "'2026-01-31'", "product_id": "'pro_monthly'",
        "duration": "'P1M'", "reason": "'test'", "actor": "'secret_key:test'",
        "ttl_seconds": "600",
        "create_api_key.key_id": "'anotherkey'", "create_api_key.kind": "'read'",
        "create_endpoint.url": "'https://hooks.example/new'",
        "create_endpoint.kinds": "null", "create_grant.product_id": "null",
        "pause_upstream.reason": "'rate_limited'", "put_campaign.campaign_id": "'another'",
        "put_purchase.as_of": "'2026-01-01'", "put_purchase.purchase": purchase,
        "rotate_signing_key.key_id": "repeat('k', 43)",
        "rotate_signing_key.public_key": "decode(repeat('ab', 64), 'hex')",
        "set_secret.kind": "'authorization'", "set_secret.slot": "1",
    ]

    private static let purchase = """
        '{"store": "stripe", "transaction_id": "sub_1", "environment": "production",
          "product_id": "pro_monthly", "period_type": "normal",
          "purchased_at": "2025-12-01T00:00:00Z", "expires_at": "2026-01-01T00:00:00Z"}'
        """

    /// Calls whose arguments depend on each other.
    private static let whole = [
        "use_limits": "use_limits('{u_42}', '{ai_generations}', '{1}', '{null}', '{null}', "
            + "'{null}', 'production')",
        "receive_webhook_events": WriteReadTests.receive("RENEWAL", person: "u_42"),
        "add_snapshots": WriteReadTests.add(TestSnapshot(of: "u_42", at: "2026-11-21T10:00:00Z")),
    ]
}
