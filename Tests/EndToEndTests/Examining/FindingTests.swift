import Entitlements
import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@testable import hearth

@Suite("What hearth doctor concludes from what it sees")
struct FindingTests {
    private static let now: Timestamp = "2026-11-21T10:00:00Z"

    /// A server without a fault, changed.
    private static func server(
        version: Int = 150_004, isReadOnly: Bool = false, isMember: Bool? = true,
        pooling: Pooling = .none, clockLead: Int64 = 12,
        encryption: ConnectionWay.Encryption = .verified, address: String = "192.0.2.7",
        commitsAreDurable: Bool = true
    ) -> Examination.Server {
        Examination.Server(
            inspection: ServerInspection(
                versionNumber: version, backendProcessID: 1, time: now, isReadOnly: isReadOnly,
                role: "hearth_login", isMemberOfServer: isMember,
                commitsAreDurable: commitsAreDurable),
            way: ConnectionWay(host: "db.example", address: address, encryption: encryption),
            pooling: pooling, clockLeadMilliseconds: clockLead)
    }

    @Test(
        "a server's fault is found by its check, and by no other",
        arguments: [
            (server(), [:]), (server(version: 140_010), ["database": "fail"]),
            (server(isReadOnly: true), ["writes": "fail"]),
            (server(commitsAreDurable: false), ["durability": "warn"]),
            (server(pooling: .session), [:]),
            (server(pooling: .transaction), ["pooler": "fail"]),
            (server(clockLead: -2_001), ["clock": "warn"]),
            (server(clockLead: 60_001), ["clock": "fail"]),
            (server(encryption: .none), ["encryption": "warn"]),
            (server(encryption: .unverified), [:]),
            (server(encryption: .none, address: ""), [:]),
            (server(encryption: .none, address: "127.0.0.1"), [:]),
            (server(encryption: .none, address: "::1"), [:]),
            (server(isMember: false), ["role": "fail"]),
            (server(isMember: nil), ["role": "fail"]),
        ] as [(Examination.Server, [String: String])])
    func serverFaults(seen: Examination.Server, faults: [String: String]) {
        // Whether writes work is tried later, unless the server is read-only.
        // A commit that is durable is no finding.
        let isMore = seen.inspection.isReadOnly || !seen.inspection.commitsAreDurable
        expect(seen.findings, faults, of: isMore ? 6 : 5)
    }

    private static func installation(
        servedAt: Timestamp? = now.advanced(bySeconds: -30), unanalyzed: [String] = []
    ) -> ExamineInstallation.Row {
        ExamineInstallation.Row(
            servedAt: servedAt, databaseBytes: 1, unanalyzedTables: unanalyzed)
    }

    @Test(
        "an installation's fault is found by its check, and by no other",
        arguments: [
            (installation(), [:]), (installation(servedAt: nil), ["worker": "warn"]),
            (installation(servedAt: now.advanced(bySeconds: -181)), ["worker": "fail"]),
            (installation(unanalyzed: ["evidence"]), ["statistics": "warn"]),
        ] as [(ExamineInstallation.Row, [String: String])])
    func installationFaults(seen: ExamineInstallation.Row, faults: [String: String]) {
        expect(seen.findings(now: Self.now), faults, of: 2)
    }

    @Test(
        "how far RevenueCat's clock is ahead is told in seconds, with its direction",
        arguments: [
            (nil, nil, [:], "no answer"), (-12, -3, [:], "3 seconds behind"),
            (61, -1, ["revenuecat_clock": "warn"], "61 seconds ahead"),
            (3, -200, ["revenuecat_clock": "warn"], "200 seconds behind"),
            (1_200, 1_201, ["revenuecat_clock": "fail"], "1201 seconds ahead"),
        ] as [(Int32?, Int32?, [String: String], String)])
    func revenueCatClock(
        events: Int32?, answers: Int32?, faults: [String: String], words: String
    ) {
        let found = MeasureClockSkew.Row(events: events, answers: answers).finding
        expect([found], faults, of: 1)
        #expect(found.detail.contains(words))
    }

    @Test("tables that upkeep should have emptied are told by name, with the oldest row")
    func overdueTables() {
        expect([.upkeep(overdue: [])], [:], of: 1)
        let found = Finding.upkeep(
            overdue: [
                ListOverdueTables.Row(tableName: "idempotent_answers", oldestAt: Self.now),
                ListOverdueTables.Row(
                    tableName: "uses", oldestAt: Self.now.advanced(byDays: -500)),
            ])
        expect([found], ["upkeep": "warn"], of: 1)
        #expect(found.detail.contains("idempotent_answers, uses"))
        #expect(found.detail.contains(Self.now.advanced(byDays: -500).rfc3339))
    }

    /// A tenant without a fault, changed.
    private static func tenant(
        _ change: (inout ExamineTenant.Row) -> Void = { _ in }
    ) -> ExamineTenant.Row {
        var row = ExamineTenant.Row(
            requiresSecret: true, missingSecrets: [], refusedSince: nil, receivedAt: now,
            keyState: "recognised", unknownProducts: [])
        change(&row)
        return row
    }

    @Test(
        "a tenant's fault is found by its check, and by no other",
        arguments: [
            (tenant(), [:]),
            (tenant { $0.requiresSecret = false }, ["webhook_secret": "warn"]),
            (tenant { $0.missingSecrets = ["signature"] }, ["webhook_secret": "fail"]),
            (tenant { $0.refusedSince = now }, ["webhooks": "fail"]),
            (tenant { $0.receivedAt = nil }, ["webhooks": "warn"]),
            (tenant { $0.receivedAt = now.advanced(bySeconds: -86_401) }, ["webhooks": "warn"]),
            (
                tenant {
                    $0.refused = .init(count: 3, reason: "authorization_wrong", lastAt: now)
                }, ["refused_webhooks": "warn"]
            ),
            (tenant { $0.keyState = "missing" }, ["revenuecat_key": "warn"]),
            (tenant { $0.keyState = "untried" }, ["revenuecat_key": "warn"]),
            (tenant { $0.keyState = "refused" }, ["revenuecat_key": "fail"]),
            (tenant { $0.keyState = "not_recognised" }, ["revenuecat_key": "fail"]),
            (tenant { $0.unknownProducts = ["plus_weekly"] }, ["products": "fail"]),
        ] as [(ExamineTenant.Row, [String: String])])
    func tenantFaults(seen: ExamineTenant.Row, faults: [String: String]) {
        let findings = seen.findings(of: "stockpot", now: Self.now, isDevelopment: false)
        expect(findings, faults, of: 5)
        #expect(findings.allSatisfy { $0.tenant == "stockpot" })
    }

    @Test("in development a missing webhook secret is no failure")
    func development() {
        let seen = Self.tenant { $0.missingSecrets = ["authorization"] }
        expect(
            seen.findings(of: "stockpot", now: Self.now, isDevelopment: true),
            ["webhook_secret": "warn"], of: 5)
    }

    @Test(
        "refused webhooks are counted, and each reason has an advice of its own",
        arguments: [
            ("authorization_secret_missing", "secrets set stockpot --kind authorization;"),
            ("signing_secret_missing", "--kind signature --stdin"),
            ("authorization_missing", "Enter the tenant's Authorization value"),
            ("authorization_wrong", "prints a new value"),
            ("authorization_bearer_differs", "“Bearer ” is in front on one side only"),
            ("signature_missing", "Switch signing on"),
            ("signature_malformed", "signature_header"),
            ("signature_too_old_or_new", "NTP"), ("signature_wrong", "No proxy may change"),
            ("malformed", "sends no event"), ("not_configured", "webhooks: authentication"),
        ])
    func refusals(reason: String, advice: String) {
        let refused = ExamineTenant.Row.Refused(count: 3, reason: reason, lastAt: Self.now)
        let finding = { (acceptedAt: Timestamp?) in
            Finding.refusedWebhooks(refused, of: "stockpot", acceptedAt: acceptedAt)
        }
        let last = "3 in the last 24 hours, the last at 2026-11-21T10:00:00.000Z: \(reason)"
        #expect(finding(nil).detail == last)
        #expect(finding(Self.now).detail == last)
        #expect(
            finding(Self.now.advanced(bySeconds: 1)).detail == last + "; one was accepted since")
        #expect(finding(nil).advice?.contains(advice) == true, "\(finding(nil))")
    }

    @Test("a full disk, failed events and sealed secrets are found")
    func others() {
        for (finding, status) in [
            (Finding.disk(freeBytes: 3 << 30, path: "/"), Finding.Status.ok),
            (.disk(freeBytes: 1 << 30, path: "/"), .warn),
            (.disk(freeBytes: 1 << 20, path: "/"), .fail),
            (.login(actingAs: "hearth_server", insteadOf: "hearth_server"), .ok),
            (.login(actingAs: "postgres", insteadOf: "hearth_server"), .fail),
            (.login(actingAs: nil, insteadOf: "hearth_server"), .fail),
            (.failedEvents(0, oldestSeconds: 0), .ok), (.failedEvents(1, oldestSeconds: 9), .fail),
            (.encryptionKey(unreadable: []), .ok), (.encryptionKey(unreadable: ["a"]), .fail),
        ] {
            expect([finding], status == .ok ? [:] : [finding.name: status.rawValue], of: 1)
        }
    }

    @Test("the size of tables is told by kind, and growth once there is a day to compare with")
    func growth() {
        func row(_ kind: String, _ mebibytes: Int64, _ former: Int64?) -> ListSizes.Row {
            ListSizes.Row(
                kind: kind, bytes: mebibytes << 20, formerBytes: former.map { $0 << 20 },
                sampledOn: former == nil ? nil : "2026-10-27")
        }
        let known = Finding.growth([row("evidence", 9, 5), row("audit", 2, 3), row("runs", 0, 0)])
        #expect(known.detail == "evidence 9 MiB, audit 2 MiB; 3 MiB more than on 2026-10-27")
        let unknown = Finding.growth([row("evidence", 9, nil)])
        #expect(unknown.detail == "evidence 9 MiB; growth is known from tomorrow on")
        let small = Finding.growth([row("evidence", 0, nil)])
        #expect(small.detail.hasPrefix("all tables are smaller than 1 MiB"))
    }

    @Test("an administrator without a right, and a torn backup, are found with what helps")
    func administrator() {
        let right = LackingRight(
            words: "the right to create roles", remedy: "alter role hearth_admin createrole")
        let lacking = Finding.administrator(lacking: [right])
        #expect(lacking.advice?.contains("alter role hearth_admin createrole;") == true)
        #expect(lacking.exitStatus == .invalidConfiguration)
        let torn = Finding.backup(.torn(tables: ["purchases"]))
        #expect(torn.detail.contains("purchases"))
        expect([lacking, torn], ["administrator": "fail", "backup": "fail"], of: 2)
        expect([.administrator(lacking: []), .backup(.whole(rows: 7))], [:], of: 2)
        expect([.backup(.notAllowed)], ["backup": "warn"], of: 1)
    }

    @Test("the report has every finding, and the exit status of the first failure")
    func report() throws {
        let findings: [Finding] = [
            .ok("database", "it answers"),
            .warn("webhooks", of: "stockpot", "none", advice: "Enter the URL."),
            .fail("role", "none", advice: "Grant it.", exitStatus: .invalidConfiguration),
            .fail("disk", "full", advice: "Free it."),
        ]
        let report = FindingReport(findings: findings)
        #expect(report.exitStatus == .invalidConfiguration)
        let wrong = [
            "fail  role: none", "      → Grant it.", "fail  disk: full", "      → Free it.",
            "warn  stockpot webhooks: none", "      → Enter the URL.",
        ]
        #expect(
            report.lines(isVerbose: false).map { $0.text() }
                == wrong + ["2 fail, 1 warn, 1 ok (--verbose shows these, too)"])
        #expect(
            report.lines(isVerbose: true).map { $0.text() }
                == wrong + ["ok    database: it answers", "2 fail, 1 warn, 1 ok"])
        #expect(
            report.lines(isVerbose: true)[0].text(isColoured: true)
                == "\u{1B}[31mfail\u{1B}[0m  role: none")
        let json = try JSONParser.parse(Array(report.json.utf8))
        #expect(json["status"] == "fail")
        let first = json["checks"]?.array?.first
        #expect(first?["name"] == "database" && first?["status"] == "ok")
        #expect(first?["tenant"] == .null && first?["advice"] == .null)
        #expect(json["checks"]?.array?[1]["tenant"] == "stockpot")

        let well = FindingReport(findings: Array(findings.prefix(2)))
        #expect(well.exitStatus == nil && well.status == .warn)
    }

    @Test("a terminal obeys nothing that a finding names")
    func controlCharacters() throws {
        let finding = Finding.warn("products", "u_\u{1B}[2J\nok    disk", advice: "\u{9B}\u{7F}")
        let report = FindingReport(findings: [finding])
        #expect(
            report.lines(isVerbose: false).prefix(2).map { $0.text() } == [
                #"warn  products: u_\u{1B}[2J\u{A}ok    disk"#, #"      → \u{9B}\u{7F}"#,
            ])
        #expect(report.json.contains(#""\u009b\u007f""#))
        let check = try JSONParser.parse(Array(report.json.utf8))["checks"]?.array?.first
        #expect(check?["advice"] == "\u{9B}\u{7F}")
    }

    /// Expects these faults; a fault has an advice, and what is well has none.
    private func expect(_ findings: [Finding], _ faults: [String: String], of count: Int) {
        #expect(findings.count == count)
        for finding in findings {
            #expect(finding.status.rawValue == faults[finding.name] ?? "ok", "\(finding)")
            #expect((finding.advice == nil) == (finding.status == .ok), "\(finding)")
        }
        #expect(Set(faults.keys).isSubset(of: findings.map(\.name)))
    }
}
