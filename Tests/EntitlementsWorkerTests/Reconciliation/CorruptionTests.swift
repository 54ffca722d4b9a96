import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Corrupts a tenth of many mirrored app users.
///
/// The causes are a refund without an event, an event with a wrong expiry, and a transfer without
/// an event.
@Suite("A run repairs what was corrupted, and changes nothing else", .soak)
struct CorruptionTests {
    private static let people = TestEffort.share(of: 10_000)

    @Test(
        "all corrupted app users are repaired, and no other is changed",
        arguments: TenantDefinition.SnapshotPolicy.API.allCases)
    func eachTenth(api: TenantDefinition.SnapshotPolicy.API) async throws {
        var mirror = try MirroredPeople(count: Self.people)
        let told = try mirror.liveAndCorrupt()
        let world = mirror.world
        let ids = mirror.ids
        try await SimulatedUpstream.with(world, read: api) { upstream in
            try await upstream.deliver(told)
            let corrupted = Set(mirror.corrupted)
            let others = ids.filter { !corrupted.contains($0) }
            let before = try await upstream.seen(of: others)
            let wrongBefore = try await upstream.wrongAnswers(to: ids, known: Set(ids), in: world)
            #expect(Set(wrongBefore.map(\.appUserID)) == corrupted)

            let run = try await upstream.readEverybody(withinSeconds: 600)
            let wrong = try await upstream.wrongAnswers(to: ids, known: Set(ids), in: world)
            let after = try await upstream.seen(of: others)
            let statistics = upstream.simulator.statistics
            print(
                "corruption, \(api): \(ids.count) people, \(corrupted.count) wrong, then",
                Set(wrong.map(\.appUserID)).count, "wrong;",
                others.count { before[$0] != after[$0] }, "of \(others.count) others changed;",
                "requests \(statistics.requests), \(statistics.reads);",
                "drift \(String(decoding: run["drift"]?.bytes ?? [], as: UTF8.self))")
            #expect(wrong == [])
            #expect(before == after)
            if api == .v1 {
                #expect(statistics.reads == ["subscriber": ids.count])
                #expect(statistics.requests == ids.count)
            } else {
                for list in ["aliases", "subscriptions", "purchases"] {
                    #expect(statistics.reads[list] == ids.count)
                }
            }
            #expect(run["people"]?["read"] == .integer(Int64(ids.count)))
            #expect(try await upstream.peopleWithDrift().isSubset(of: corrupted))
        }
    }
}

extension SimulatedUpstream {
    /// The entitlements and purchases of each app user in one day.
    fileprivate func seen(of ids: [String]) async throws -> [String: [JSONValue]] {
        let time = simulator.present.advanced(byDays: 1)
        let seen = try await inLanes(ids) { id in
            let person = try await own.database.call(
                GetAppUser(appUserID: AppUserID(id), asOf: time), in: tenant.id)
            let answer = try await tenant.entitlements(of: id, at: time)
            let known = try person.map { try JSONParser.parse($0.json) } + [answer]
            return (id, known.map(\.withoutReceipts))
        }
        return Dictionary(uniqueKeysWithValues: seen)
    }

    fileprivate func peopleWithDrift() async throws -> Set<String> {
        let rows = try await own.administer("select app_user_id from entitlements.drift")
        return Set(rows.compactMap { $0[0] })
    }
}

extension JSONValue {
    /// Without when each purchase was last heard of, which a snapshot changes that finds all right.
    fileprivate var withoutReceipts: JSONValue {
        switch self {
        case .object(var object):
            object["updated_at"] = nil
            for member in object.members { object[member.name] = member.value.withoutReceipts }
            return .object(object)
        case .array(let elements): return .array(elements.map(\.withoutReceipts))
        default: return self
        }
    }
}
