import Postgres
import TestSupport

/// The calls that act for one tenant: the functions that Swift calls and that are no doors.
///
/// Drawn from the files of `sql/functions`, as `make calls` does. Arguments get values by their
/// names from rows of another tenant, and else by their types, so a new call needs no line.
struct EveryTenantCall {
    struct Argument {
        let name: String
        let type: String
        let isOptional: Bool
    }

    let function: String
    let arguments: [Argument]

    /// Returns the calls of the functions in a schema.
    static func all(
        in schema: String, on connection: AdministrationConnection
    ) async throws -> [EveryTenantCall] {
        let files = try EveryRead.called().map { "'\($0)'" }.joined(separator: ", ")
        let rows = try await connection.execute(
            """
            select function.proname, argument.name, format_type(argument.type, null),
                   argument.number > function.pronargs - function.pronargdefaults
              from pg_proc function
              left join lateral unnest(
                       function.proargnames[:function.pronargs], function.proargtypes::oid[])
                   with ordinality as argument (name, type, number)
                on argument.number <= function.pronargs
             where function.pronamespace = '\(schema)'::regnamespace
               and function.proname in (\(files)) and not function.prosecdef
             order by function.proname, argument.number
            """)
        var calls: [EveryTenantCall] = []
        for row in rows {
            guard let name = row[0] else { continue }
            let known = calls.last?.function == name ? calls.removeLast().arguments : []
            let argument = row[1].map {
                Argument(name: $0, type: row[2] ?? "", isOptional: row[3] == "t")
            }
            calls.append(
                EveryTenantCall(
                    function: name, arguments: known + [argument].compactMap(\.self)))
        }
        return calls
    }

    /// SQL of the call; `values` has what arguments of a name get.
    func sql(in schema: String, _ values: [String: String]) -> String {
        let given = arguments.compactMap { argument -> String? in
            if let value = value(of: argument, values) {
                return "\(argument.name) => \(value)::\(argument.type)"
            }
            return argument.isOptional
                ? nil : "\(argument.name) => \(Self.usual(argument.type))::\(argument.type)"
        }
        return "\(schema).\(function)(\(given.joined(separator: ", ")))"
    }

    private func value(of argument: Argument, _ values: [String: String]) -> String? {
        if let value = values["\(function).\(argument.name)"] ?? values[argument.name] {
            return value
        }
        guard argument.type.hasSuffix("[]"), argument.name.hasSuffix("s"),
            let single = values[String(argument.name.dropLast())]
        else { return nil }
        return "array[\(single)]"
    }

    private static func usual(_ type: String) -> String {
        switch type {
        case "text[]", "bytea[]", "integer[]", "bigint[]", "jsonb[]", "timestamp with time zone[]":
            "'{}'"
        case "integer", "bigint": "1"
        case "boolean": "false"
        case "bytea": #"'\x0000000000000000000000000000000000000000000000000000000000000000'"#
        case "jsonb": "'{}'"
        case "uuid": "'00000000-0000-4000-8000-000000000000'"
        case "timestamp with time zone": "null"
        default: "'x'"
        }
    }
}
