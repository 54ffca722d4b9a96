import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// The tenant that a command is about, and the form of its answer.
struct AnswerOptions: ParsableArguments {
    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    /// Who acts by commands, for the audit.
    static let actor = "operator"

    /// Asks for an answer and shows it, or prints it as JSON.
    func run(
        _ answer: @Sendable @escaping (Database, TenantID) async throws -> JSONValue,
        show: @Sendable @escaping (JSONValue) throws -> Void
    ) async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let answer = try await answer(installation.database, id)
            if json { print(answer.indented) } else { try show(answer) }
        }
    }

    /// Makes a call and shows what the API answers to it, or prints it as JSON.
    func run<Call: AnswerCall>(
        _ call: Call, show: @Sendable @escaping (JSONValue) throws -> Void
    ) async throws {
        try await run({ try await $0.callOne(call, in: $1).value }, show: show)
    }

    /// Makes a call and shows its answer as a card.
    func run<Call: AnswerCall>(_ call: Call, _ columns: [Column]) async throws {
        try await run(call) { Card(columns, of: $0).print() }
    }
}

extension Answer {
    /// The answer with its moment, as the API answers it.
    var value: JSONValue {
        get throws {
            var answer = JSONObject()
            answer["as_of"] = .string(asOf.rfc3339)
            for member in try JSONParser.parse(json).object?.members ?? [] {
                answer[member.name] = member.value
            }
            return .object(answer)
        }
    }
}
