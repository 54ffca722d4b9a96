import Entitlements
import EntitlementsDatabase
import Hummingbird

extension Response {
    /// A household as it is or was at a moment.
    static func household(_ answer: Answer) -> Response {
        .json { json in
            json.name("as_of")
            json.timestamp(answer.asOf)
            json.members(ofJSON: answer.json)
        }
    }
}
