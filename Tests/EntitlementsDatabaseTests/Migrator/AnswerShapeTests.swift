import Migrations
import TestSupport
import Testing

@Suite("The shape of answers")
struct AnswerShapeTests {
    private func shape(_ name: String, _ old: String, _ new: String) throws -> Int {
        var isFound = false
        let changed = Schema(
            files: Schema.embedded.files { file in
                guard file.path.hasSuffix("/\(name).sql"), file.text.contains(old)
                else { return file.text }
                isFound = true
                return file.text.replacing(old, with: new)
            })
        try #require(isFound, "\(name)")
        #expect(changed.functionsSchema != release)
        return changed.answerShape
    }

    @Test("it changes with each function that makes an answer, however deep")
    func changes() throws {
        for name in [
            "derived_answers", "answer_json", "entitlement_json", "best_sources", "owned_purchases",
            "rfc3339",
        ] {
            #expect(
                try shape(name, "create function", "create  function")
                    != Schema.embedded.answerShape, "\(name)")
        }
    }

    @Test("it does not with a comment, nor with functions that make no answer")
    func stays() throws {
        let own = Schema.embedded.answerShape
        #expect(try shape("answer_json", "-- Returns", "-- Gives") == own)
        for name in ["get_entitlements", "store_answers", "derive", "get_deployment"] {
            #expect(try shape(name, "create function", "create  function") == own, "\(name)")
        }
    }

    @Test("the release's function returns it, and versions have it in their upper half")
    func installed() async throws {
        let row = try await TestDatabase.shared.administer(
            """
            select \(release).answer_shape(),
                   \(release).answer_version(7) < 0,
                   \(release).definition_of_answer(\(release).answer_version(7)),
                   \(release).definition_of_answer(7)
            """
        ).first
        #expect(row == ["\(Schema.embedded.answerShape)", "t", "7", "7"])
        #expect(Schema.embedded.answerShape > 0)
    }
}
