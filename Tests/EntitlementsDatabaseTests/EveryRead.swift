import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport

/// The reads that a request can make: the functions that Swift calls and that write nothing.
///
/// The list is drawn from the files of `sql/functions`, as `make calls` does, so a new read is in
/// it. One with an argument that has no value here fails the test that asks for it.
struct EveryRead {
    let function: String
    /// Names of the arguments, and whether they may be left out.
    let arguments: [(name: String, isOptional: Bool)]

    /// How the names of filters and of a page's place begin; null is none.
    private static let filters = [
        "after_", "before_", "changed_", "ends_", "of_", "received_", "with_",
    ]

    struct UnknownArgument: Error {
        let function: String
        let name: String
    }

    static func all(on connection: AdministrationConnection) async throws -> [EveryRead] {
        let files = try called().map { "'\($0)'" }.joined(separator: ", ")
        let rows = try await connection.execute(
            """
            select function.proname, argument.name, argument.number
                       > function.pronargs - function.pronargdefaults
              from pg_proc function
             cross join lateral unnest(function.proargnames[:function.pronargs])
                   with ordinality as argument (name, number)
             where function.pronamespace = '\(release)'::regnamespace
               and function.provolatile = 's' and function.proname in (\(files))
             union all
            select function.proname, null, null from pg_proc function
             where function.pronamespace = '\(release)'::regnamespace
               and function.provolatile = 's' and function.proname in (\(files))
               and function.pronargs = 0
             order by 1
            """)
        var reads: [EveryRead] = []
        for row in rows {
            guard let name = row[0] else { continue }
            let argument = row[1].map { (name: $0, isOptional: row[2] == "t") }
            if reads.last?.function == name, let argument {
                reads[reads.count - 1] = EveryRead(
                    function: name, arguments: reads[reads.count - 1].arguments + [argument])
            } else {
                reads.append(EveryRead(function: name, arguments: [argument].compactMap(\.self)))
            }
        }
        return reads
    }

    /// The functions that Swift calls, which are those of the generated calls.
    static func called() throws -> [String] {
        let areas = PackageRoot.url.appending(path: "sql/functions")
        return try FileManager.default.contentsOfDirectory(atPath: areas.path).flatMap { area in
            try FileManager.default.contentsOfDirectory(
                atPath: areas.appending(path: area).path
            ).filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) }
        }
    }

    /// SQL of the call, without optional arguments that have no value.
    func call(_ values: [String: String]) throws -> String {
        let given = try arguments.compactMap { argument -> String? in
            if let value = values[argument.name] { return "\(argument.name) => \(value)" }
            if argument.isOptional { return nil }
            guard Self.filters.contains(where: argument.name.hasPrefix) else {
                throw UnknownArgument(function: function, name: argument.name)
            }
            return "\(argument.name) => null"
        }
        return "\(release).\(function)(\(given.joined(separator: ", ")))"
    }

    var isAboutAppUser: Bool {
        arguments.contains { $0.name == "app_user_id" || $0.name == "app_user_ids" }
    }
}

extension EveryRead {
    private static let none = "'00000000-0000-0000-0000-000000000000'"

    /// Values of arguments by their names, about one app user of the file `metered`.
    static func values(for person: String) -> [String: String] {
        [
            "app_user_id": "'\(person)'", "app_user_ids": "array['\(person)']",
            "entitlement_id": "'premium'", "entitlement_ids": "array['premium']",
            "feature_id": "'meal_planning'", "limit_id": "'scans'", "page_limit": "11",
            "query": "'\(person)'", "code_digests": "'{}'", "is_anonymous": "false",
            "campaign_id": "'welcome'", "endpoint_id": none, "household_id": none, "run_id": none,
            "event_id": "'e'", "after": "0", "maximum": "100", "environments": "'{production}'",
            "key_id": "'k'", "slug": "'s'", "token_digest": "'\\x00'", "version": "'1'",
            "tenant": none, "log_position": "'1:0/0'", "is_exact": "false",
            "answers_kept_hours": "24", "runs_kept_days": "30", "reservations_kept_days": "30",
            "uses_kept_days": "30", "first_day": "'2026-01-01'", "last_day": "'2026-01-31'",
            "dimensions": "'{}'",
            "counts_households": "true", "environment": "'production'", "minutes": "5",
            "definition_version": "1", "compared_version": "1", "sort": "'newest'",
        ]
    }
}
