import Postgres
import TestSupport
import Testing

/// Counts how often the most frequent event searches an index: the same on every machine.
///
/// What one step of a write found, the next one needs: a step that looks it up again shows here.
/// Searches are those of Postgres's own count, also by foreign keys and for conflicts.
@Suite("Index searches of events")
struct EventIndexSearchTests {
    /// Of each event in a set of sixteen, with a margin of a tenth.
    private static let maximumSearches = 44.0
    private static let people = 1_000
    private static let households = 10

    @Test("a renewal in a set of sixteen, some of household payers, searches few indexes")
    func searches() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await scratch.addPeopleWhoBought(Self.people, to: tenant)
            try await scratch.addHouseholds(Self.households, with: "u_900", to: tenant)
            try await scratch.administer("vacuum analyze")
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                try await connection.enter(tenant)
                // Three of sixteen share with the four others of their household.
                let payers = [1, 6, 11].map { "u_\($0)" } + (101...113).map { "u_\($0)" }
                for type in ["INITIAL_PURCHASE", "SUBSCRIPTION_EXTENDED"] {
                    _ = try await Self.searches(of: type, about: payers, on: connection)
                }
                let searches = try await Self.searches(
                    of: "RENEWAL", about: payers, on: connection)
                let each = searches.map(\.count).reduce(0, +) / Double(payers.count)
                let listed = searches.map {
                    "\($0.index) \($0.count / Double(payers.count))"
                }.joined(separator: ", ")
                #expect(1...Self.maximumSearches ~= each, "\(each) an event: \(listed)")
            }
        }
    }

    /// How often a set of events, one of each person, searches each index; the most searched first.
    private static func searches(
        of type: String, about people: [String], on connection: AdministrationConnection
    ) async throws -> [(index: String, count: Double)] {
        try await connection.execute(
            "begin; create temporary table before on commit drop as \(counts)")
        try await connection.execute("set local role hearth_server")
        let outcome = try await connection.execute(
            """
            select string_agg(distinct "status", ',')
              from \(release).\(WriteReadTests.receive(type, person: people))
            """)
        try #require(outcome.last?.first == "applied")
        let rows = try await connection.execute(
            """
            reset role;
            select after.name, after.count - before.count
              from (\(counts)) as after join before using (name)
             where after.count > before.count order by 2 desc, 1
            """)
        try await connection.execute("commit")
        return try rows.map { row in
            try (#require(row.first ?? nil), #require((row.last ?? nil).flatMap(Double.init)))
        }
    }

    private static let counts =
        """
        select relname as name, pg_stat_get_xact_numscans(oid) as count from pg_class
         where relnamespace = 'entitlements'::regnamespace and relkind = 'i'
        """
}
