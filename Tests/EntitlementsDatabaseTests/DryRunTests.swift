import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("Dry runs")
struct DryRunTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("no dry run changes a row or sends a notification: accepted, refused or repeated")
    func keepsNothing() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.tokenIssuers = ["a"].map(TokenIssuers.policy)
            }
            for slot in [1, 2] as [Int32] { try await tenant.set("signature", slot, sealed(1)) }
            try await tenant.receive(.initialPurchase(appUserID: "$RCAnonymousID:a"))
            try await tenant.receive(
                .initialPurchase(appUserID: "u_1", originalTransactionID: "other"))
            var heard = own.database.client.notifications(on: "hearth_tenants")
                .makeAsyncIterator()
            #expect(await heard.next() == .listening)
            let rows = try await own.rows()
            for (dryRun, expected) in Self.outcomes {
                for _ in 0..<2 {
                    #expect(await outcome(of: dryRun, in: tenant) == expected, "\(dryRun)")
                    #expect(try await own.rows() == rows, "\(dryRun)")
                }
            }
            try await own.administer("select pg_notify('hearth_tenants', 'the only one')")
            #expect(await heard.next() == .notified(payload: "the only one"))
        }
    }

    private enum DryRun {
        case secret(kind: String)
        case tokenSecret(of: String)
        case importing([JSONValue])
        case file(isOfAnother: Bool)
        case request(isOfAnother: Bool)
        case merge(TestProof)
    }

    private static let outcomes: [(DryRun, String)] = [
        (.secret(kind: "authorization"), "1 set"),
        (.secret(kind: "signature"), "secret_slots_full"),
        (.tokenSecret(of: "a"), "1 set"),
        (.tokenSecret(of: "b"), "token_issuer_not_found"),
        (.importing([ImportedRow.appUser("new")]), "imported"),
        (.importing([ImportedRow.appUser("new"), refusedRow]), "imported app_user_not_found"),
        (.file(isOfAnother: false), "updated"),
        (.file(isOfAnother: true), "created"),
        (.request(isOfAnother: false), "updated"),
        (.request(isOfAnother: true), "forbidden"),
        (.merge(.vouched), "merged"),
        (.merge(.none), "proof_required"),
    ]

    private func outcome(of dryRun: DryRun, in tenant: TestTenant) async -> String {
        do {
            return try await make(dryRun, in: tenant)
        } catch {
            return (error as? Failure)?.code.rawValue ?? "\(error)"
        }
    }

    private func make(_ dryRun: DryRun, in tenant: TestTenant) async throws -> String {
        switch dryRun {
        case .secret(let kind):
            let used = try await tenant.set(kind, nil, sealed(2), isDryRun: true)
            return "\(used.usedSlot) \(used.outcome)"
        case .tokenSecret(let issuer):
            let used = try await tenant.setTokenSecret(issuer, nil, sealed(2), isDryRun: true)
            return "\(used.usedSlot) \(used.outcome)"
        case .importing(let rows):
            return try await tenant.importRows(rows, isDryRun: true, at: noon)
                .joined(separator: " ")
        case .file(let isOfAnother):
            let call = try Self.applying(to: tenant.slug + (isOfAnother ? "-2" : ""))
            return try await tenant.database.callOne(call).outcome
        case .request(let isOfAnother):
            let call = try Self.applying(to: tenant.slug + (isOfAnother ? "-2" : ""))
            let answer = try await tenant.database.callOne(PutCatalog(call), in: tenant.id)
            let json = try JSONParser.parse(answer.json)
            #expect(json["is_dry_run"] == true)
            return json["outcome"]?.string ?? ""
        case .merge(let proof):
            let answer = try await tenant.identify(
                "$RCAnonymousID:a", as: "u_1", by: proof, dryRun: true, at: noon)
            #expect(answer["merge_id"] == .null)
            return answer["outcome"]?.string ?? ""
        }
    }

    private static func applying(to slug: String) throws -> ApplyTenant {
        var definition = try TestTenant.definition(of: "stockpot")
        definition.name = "Another name"
        definition.slug = TenantSlug(unchecked: slug)
        return try ApplyTenant(
            definition, source: nil, appliedBy: "test", allowsRemoval: false, isDryRun: true)
    }

    /// A row that is found to be wrong while it is stored.
    private static let refusedRow = ImportedRow.appUser("erased-\(UUID().uuidString)")

    @Test("a dry run of an import says what the import then does with rows that are stored alone")
    func importedAlone() async throws {
        let tenant = try await TestTenant.create()
        let rows = [
            ImportedRow.appUser("anna", anonymous: ["$RCAnonymousID:a"]), Self.refusedRow,
            ImportedRow.appUser("bert", anonymous: ["$RCAnonymousID:a"]),
            ImportedRow.appUser("cora"),
        ]
        let tried = try await tenant.importRows(rows, isDryRun: true, at: noon)
        #expect(try await tenant.person("anna") == nil)
        #expect(tried == ["imported", "app_user_not_found", "merge_conflict", "imported"])
        #expect(try await tenant.importRows(rows, at: noon) == tried)
    }

    @Test("of simultaneous secrets, real and tried, two real ones are stored")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let calls: [RacedCall] = (0..<24).map { number in
            {
                try await tenant.set(
                    "signature", nil, sealed(UInt8(number)), isDryRun: !number.isMultiple(of: 3))
            }
        }
        let refusals = try await tenant.race(calls)
        let real = stride(from: 0, to: refusals.count, by: 3).map { refusals[$0] }
        #expect(real.filter { $0 == nil }.count == 2)
        #expect(refusals.allSatisfy { $0 == nil || $0 == .secretSlotsFull })
        let stored = try await tenant.secrets()
        #expect(stored.map(\.slot) == [1, 2])
        #expect(stored.allSatisfy { $0.sealed[0].isMultiple(of: 3) })
    }
}
