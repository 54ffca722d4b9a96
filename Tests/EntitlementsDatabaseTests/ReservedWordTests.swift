import Foundation
import TestSupport
import Testing

/// A word that a later version reserves breaks a function there: `json` is one since 16.
@Suite("Words that Postgres reserves")
struct ReservedWordTests {
    @Test("name no column and no parameter, in any version from 15 to 18")
    func names() async throws {
        let reserved = try Self.reserved
        #expect(reserved.isSuperset(of: ["json", "position", "overlaps", "system_user"]))
        let used = try await TestDatabase.shared.administer(
            """
            select attribute.attname, attribute.attrelid::regclass::text from pg_attribute attribute
              join pg_class class on class.oid = attribute.attrelid
             where class.relnamespace = 'entitlements'::regnamespace
               and class.relkind in ('r', 'v', 'c') and attribute.attnum > 0
               and not attribute.attisdropped
             union all
            select unnest(routine.proargnames), routine.oid::regprocedure::text
              from pg_proc routine
             where routine.pronamespace::regnamespace::text in ('\(release)', 'entitlements')
            """)
        #expect(used.count > 1_000)
        let broken = used.filter { $0[0].map(reserved.contains) ?? true }
        #expect(broken == [])
    }

    @Test("are all in the list of the tests")
    func list() async throws {
        let words = try await TestDatabase.shared.administer(
            "select word from pg_get_keywords() where catcode <> 'U'")
        #expect(Set(words.compactMap { $0[0] }).subtracting(try Self.reserved) == [])
    }

    private static var reserved: Set<String> {
        get throws {
            let file = PackageRoot.url.appending(path: "Tests/Fixtures/reserved_words.txt")
            return Set(
                try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                    .filter { !$0.hasPrefix("#") }.map(String.init))
        }
    }
}
