import Crypto
package import Entitlements
import EntitlementsDatabase
package import FoundationEssentials

/// The caller and the proof of an identify request.
package enum TestProof: Sendable {
    /// The tenant's server vouches for the ids.
    case vouched
    case `operator`
    case none
    case deviceSecret(String)
    case anonymousToken
    case ticket(String)

    fileprivate var kind: String? {
        switch self {
        case .vouched: "vouched"
        case .operator: "operator"
        case .none: nil
        case .deviceSecret: "device_secret"
        case .anonymousToken: "anonymous_token"
        case .ticket: "merge_ticket"
        }
    }

    fileprivate var digest: [UInt8]? {
        switch self {
        case .deviceSecret(let text), .ticket(let text): Array(SHA256.hash(data: Array(text.utf8)))
        default: nil
        }
    }
}

extension TestTenant {
    /// Creates an app user, with a device secret if anonymous.
    @discardableResult
    package func create(
        _ appUserID: String?, _ kind: String = "anonymous", secret: String = UUID().uuidString,
        at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            CreateAppUser(
                appUserID: appUserID.map { AppUserID($0) }, kind: kind,
                secretDigest: kind == "anonymous" ? TestProof.deviceSecret(secret).digest : nil,
                idempotencyKey: nil, requestDigest: nil, asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)
    }

    @discardableResult
    package func identify(
        _ anonymous: String, as identified: String, by proof: TestProof = .vouched,
        dryRun: Bool = false, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            IdentifyAppUser(
                anonymousAppUserID: AppUserID(anonymous), appUserID: AppUserID(identified),
                proof: proof.kind,
                proofDigest: proof.digest, actor: "secret_key:test", isDryRun: dryRun,
                asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)
    }

    @discardableResult
    package func claim(
        _ held: String, for identified: String, by proof: TestProof = .vouched,
        dryRun: Bool = false, issuer: String? = nil, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await claim(nil, held, identified, proof, dryRun, issuer, moment)
    }

    @discardableResult
    package func claim(
        orphan: UUID, for identified: String, by proof: TestProof = .vouched,
        dryRun: Bool = false, issuer: String? = nil, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await claim(orphan, nil, identified, proof, dryRun, issuer, moment)
    }

    private func claim(
        _ orphan: UUID?, _ held: String?, _ identified: String, _ proof: TestProof, _ dryRun: Bool,
        _ issuer: String?, _ moment: Timestamp?
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            ClaimOrphan(
                appUserID: AppUserID(identified), orphanID: orphan,
                appUserIDOfPurchase: held.map { AppUserID($0) },
                proof: proof.kind, proofDigest: proof.digest, actor: "secret_key:test",
                isDryRun: dryRun, issuer: issuer, asOf: moment),
            in: id)
        return try JSONParser.parse(try row.outcome.get().json)
    }

    /// Creates a merge ticket and returns it.
    package func ticket(
        from anonymous: String, to identified: String, seconds: Int32 = 300,
        at moment: Timestamp? = nil
    ) async throws -> String {
        let ticket = UUID().uuidString
        _ = try await database.callOne(
            CreateMergeTicket(
                anonymousAppUserID: AppUserID(anonymous), appUserID: AppUserID(identified),
                digest: Array(SHA256.hash(data: Array(ticket.utf8))), ttlSeconds: seconds,
                idempotencyKey: nil, requestDigest: nil, asOf: moment),
            in: id)
        return ticket
    }

    @discardableResult
    package func undo(_ merge: UUID, at moment: Timestamp? = nil) async throws -> JSONValue {
        let row = try await database.callOne(
            UndoMerge(mergeID: merge, actor: "admin_key:test", reason: "A test.", asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)
    }

    package func erase(_ appUserID: String, at moment: Timestamp? = nil) async throws {
        _ = try await database.callOne(
            EraseAppUser(appUserID: AppUserID(appUserID), actor: "secret_key:test", asOf: moment),
            in: id)
    }

    /// The orphans, newest first.
    package func orphans() async throws -> [JSONValue] {
        try await database.call(
            ListOrphans(pageLimit: 100, beforeOrphanedAt: nil, beforeOrphanID: nil), in: id
        ).map { try JSONParser.parse($0.answer) }
    }

    /// The audit, newest first.
    package func auditEntries(of appUserID: String? = nil) async throws -> [JSONValue] {
        try await database.call(
            ListAuditEntries(
                appUserID: appUserID.map { AppUserID($0) }, pageLimit: 100, beforeRecordedAt: nil,
                beforeAuditID: nil),
            in: id
        ).map { try JSONParser.parse($0.answer) }
    }

    /// The owners by chain, for all or some purchases: all ids of the owner, separated by spaces.
    package func owners(of chains: [String]? = nil) async throws -> [String: String] {
        let asked = chains.map { "'{\($0.joined(separator: ","))}'" } ?? "null"
        let rows = try await TestDatabase.shared.administer(
            """
            select bought.chain_id, string_agg(own.app_user_id, ' ' order by own.app_user_id)
              from entitlements.purchases bought
              left join entitlements.app_user_ids own
                on own.tenant_id = bought.tenant_id and own.app_user_uuid = bought.owner_uuid
             where bought.tenant_id = '\(id)'
               and coalesce(bought.chain_id = any (\(asked)), true) group by 1
            """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "nobody") })
    }
}

extension JSONValue {
    package var mergeID: UUID? { self["merge_id"]?.string.flatMap(UUID.init(uuidString:)) }
}
