import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Tests that a write about households reads only the rows of the households that it concerns.
///
/// A table of a few hundred rows is believed to hold one row of each tenant. A join of members with
/// owners then begins with all owners, unless each row is looked up by its key.
extension WriteReadTests {
    private static let households = 200
    private static let guest = "$RCAnonymousID:fedcba9876543210fedcba9876543210"
    /// For all tables and indexes: the answers of sixteen and of their households change.
    private static let maximumRowsOfSixteen = 1_500

    /// What a connection planned for before it wrote for the tenant with households.
    enum HouseholdPlans: CaseIterable { case forHouseholds, forSmallTenant, beforeHouseholds }

    @Test(
        "a write reads few rows in a tenant of 200 households, whatever its plans are made for",
        arguments: HouseholdPlans.allCases)
    func writesOfHouseholds(plans: HouseholdPlans) async throws {
        try await ScratchDatabase.with { scratch in
            let large = try await Self.tenant(
                in: scratch.database, with: Self.phone, Self.guest, pool: .init())
            let small = try await Self.tenant(
                in: scratch.database, with: Self.phone, Self.guest, pool: .init())
            try await scratch.addPeopleWhoBought(Self.people, to: large)
            try await scratch.addPeopleWhoBought(100, to: small)
            for tenant in [large, small] { try await Self.startRun(of: tenant, in: scratch) }
            if plans == .beforeHouseholds {  // No statistics, as in a new database.
                try await scratch.administer("truncate entitlements.households cascade")
            } else {
                try await scratch.addHouseholds(Self.households, with: Self.guest, to: large)
                try await scratch.addHouseholds(20, with: Self.guest, to: small)
                try await scratch.administer("vacuum analyze")
            }
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                if plans != .forHouseholds {
                    try await connection.enter(plans == .forSmallTenant ? small : large)
                    try await Self.plan(on: connection)
                }
                if plans == .beforeHouseholds {
                    try await scratch.addHouseholds(Self.households, with: Self.guest, to: large)
                }
                try await connection.enter(large)
                for (name, write) in Self.householdWrites {
                    let rows = try await Self.rowsRead(by: write, on: connection)
                    let maximum =
                        name == "events of sixteen" ? Self.maximumRowsOfSixteen : Self.maximumRows
                    #expect(1...maximum ~= rows, "\(name) reads \(rows)")
                }
            }
        }
    }

    /// Plans the writes, also those that find no household, and undoes them.
    private static func plan(on connection: AdministrationConnection) async throws {
        for (_, write) in householdWrites {
            try await connection.execute(
                """
                begin;
                do $do$ begin
                    perform * from \(release).\(write);
                exception when others then null; end $do$;
                rollback
                """)
        }
    }

    private static var householdWrites: [(String, String)] {
        writes.filter { $0.key != "erasing" }.map { ($0.key, $0.value) } + [
            ("an event of a member", receive("RENEWAL", person: "u_32")),
            (
                "merging a member",
                "identify_app_user('\(guest)', 'u_28', 'vouched', null, 'secret_key:test')"
            ),
            ("inviting", "create_household_invite(md5('h11')::uuid, sha256('a'), null, null)"),
            ("joining", "join_household('u_24', sha256('code 20'), true)"),
            ("leaving", "leave_my_household('u_65')"),
            ("removing", "remove_household_member(md5('h14')::uuid, 'u_67', 'removed')"),
            ("handing over", "transfer_household(md5('h15')::uuid, 'u_72')"),
            ("dissolving", "dissolve_household(md5('h16')::uuid)"),
            ("a review", "review_household(md5('h17')::uuid)"),
            ("a member's use", use(by: "u_91")),
            ("a member's household", "get_app_user_household('u_92')"),
            ("a member", "get_app_user('u_92')"),
            ("a member's notices", "get_notices('u_92', 'production')"),
            ("erasing", "erase_app_user('u_26', 'test')"),
        ]
    }
}
