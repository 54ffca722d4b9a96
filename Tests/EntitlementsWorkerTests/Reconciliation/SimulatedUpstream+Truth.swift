import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Active entitlements with their ends.
typealias AccessEnds = [String: Timestamp]

extension Timestamp {
    /// Later than any date, for access without an end.
    static let never: Timestamp = "9999-12-31T00:00:00Z"
}

extension World {
    func accessEnds(
        of id: String, at time: Timestamp, _ environment: Environment
    ) -> AccessEnds {
        truth(of: id, at: time, environment: environment).reduce(into: [:]) { ends, source in
            for entitlement in source.entitlementIDs {
                ends[entitlement] = max(ends[entitlement] ?? time, source.until ?? .never)
            }
        }
    }
}

extension SimulatedUpstream {
    /// The wrong answers now and at the world's present, and now in the sandbox, with the right
    /// ones.
    ///
    /// For ids that are not `known`, the right answer is empty. The world must not have changed
    /// since the run.
    func wrongAnswers(
        to ids: [String], known: Set<String>, in world: World
    ) async throws -> [WrongAnswer] {
        let now = try await now()
        let questions = [
            Question(environment: .production, time: now),
            Question(environment: .production, time: world.present),
            Question(environment: .sandbox, time: now),
        ]
        return try await inLanes(ids) { id in
            var wrong: [WrongAnswer] = []
            for question in questions {
                let truth =
                    known.contains(id)
                    ? world.accessEnds(of: id, at: question.time, question.environment) : [:]
                let answer = try await accessEnds(of: id, question)
                guard answer != truth else { continue }
                wrong.append(
                    WrongAnswer(appUserID: id, question: question, answer: answer, truth: truth))
            }
            return wrong
        }.flatMap { $0 }
    }

    struct Question: Equatable, Sendable {
        let environment: World.Environment
        let time: Timestamp
    }

    struct WrongAnswer: Equatable, Sendable {
        let appUserID: String
        let question: Question
        let answer: AccessEnds
        let truth: AccessEnds
    }

    /// The database's time, rounded up, so that stored answers are used.
    private func now() async throws -> Timestamp {
        let seconds = try await own.ask("select ceil(extract(epoch from now()))::bigint")
        return try #require(
            seconds.flatMap { Int64($0) }.flatMap { Timestamp(milliseconds: $0 * 1_000) })
    }

    private func accessEnds(of id: String, _ question: Question) async throws -> AccessEnds {
        let answer = try await tenant.entitlements(
            of: id, environment: question.environment.rawValue, at: question.time)
        return answer.accessEnds
    }
}

extension JSONValue {
    /// The active entitlements of an answer with their ends.
    var accessEnds: AccessEnds {
        (self["entitlements"]?.object?.members ?? []).reduce(into: [:]) { ends, member in
            guard member.value["is_active"] == true else { return }
            ends[member.name] =
                member.value["expires_at"]?.string.flatMap { Timestamp(rfc3339: $0) } ?? .never
        }
    }
}
