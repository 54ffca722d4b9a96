import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Compares `partition_app_user_ids` with a model.
///
/// That the stored people equal its result is an invariant, which other tests check.
@Suite("partition_app_user_ids")
struct PartitionAppUserIDsTests {
    private static let count = 10_000

    @Test("ten thousand random sets of links give the people of the model")
    func model() async throws {
        let sets = (0..<Self.count).map {
            LinkSet(number: $0, seed: TestEffort.seed * 1_000_000 + UInt64($0))
        }
        let tenant = try await TestTenant.create()
        let rows = try await TestDatabase.shared.administer(
            Self.insertion(of: sets, into: tenant) + Self.partition)
        var wrong: [String] = []
        for (set, row) in zip(sets, rows) {
            let expected = set.people().map { $0.joined(separator: " ") }.joined(separator: "|")
            if row[0] != expected { wrong.append("\(row[0] ?? "") not \(expected)") }
        }
        #expect(rows.count == Self.count)
        #expect(wrong.prefix(3) == [])
    }

    /// Inserts the sets without foreign keys, in a transaction that is rolled back when the
    /// connection ends.
    private static func insertion(of sets: [LinkSet], into tenant: TestTenant) -> String {
        let links = sets.flatMap(\.links)
        let rows = sets.map { "(\($0.number), array[\(quoted($0.ids))])" }
        let evidence = links.filter { !$0.isProven }
            .map { "(\(quoted($0.ids)), \($0.day), '\($0.evidenceID)')" }
        let merges =
            links.filter(\.isProven).map { "(\(quoted($0.ids)), false)" }
            + sets.flatMap(\.severed).map { "(\(quoted($0)), true)" }
        return """
            begin;
            set local session_replication_role = replica;
            set local hearth.tenant_id = '\(tenant.id)';
            create temporary table link_sets (number integer, ids text[]) on commit drop;
            insert into link_sets values \(rows.joined(separator: ","));
            insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid)
            select '\(tenant.id)', unnest(ids), gen_random_uuid() from link_sets;
            insert into entitlements.app_user_id_links
                   (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
            select '\(tenant.id)', one, other, date '2026-01-01' + day, evidence_id
              from (values \(evidence.joined(separator: ",")))
                   as link (one, other, day, evidence_id);
            insert into entitlements.merge_links
                   (tenant_id, anonymous_app_user_id, app_user_id, merge_id, is_severed)
            select '\(tenant.id)', one, other, gen_random_uuid(), is_severed
              from (values \(merges.joined(separator: ","))) as merge (one, other, is_severed);
            analyze entitlements.app_user_ids, entitlements.app_user_id_links,
                    entitlements.merge_links;

            """
    }

    /// The people of each set: ids separated by a space, people by a bar.
    private static let partition = """
        select string_agg(person.ids, '|' order by person.ids collate "C")
          from (select number, string_agg(placed.app_user_id, ' '
                                          order by placed.app_user_id collate "C") as ids
                  from link_sets
                 cross join lateral \(release).partition_app_user_ids(ids) as placed
                 group by number, placed.part) as person
         group by number order by number
        """

    private static func quoted(_ ids: [String]) -> String {
        ids.map { "'\($0)'" }.joined(separator: ",")
    }
}
