import HTTPServer
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("Reads of operators")
struct OperatorReadTests {
    private static let secret = Route.Access.secret { _, _ in Response(status: .ok) }

    @Test("are those that need a secret key, without the streams of changes")
    func secretReads() {
        let list = Route("listThings", .get, "/v1/admin/things", Self.secret)
        let person = Route("getThing", .get, "/v1/things/{id}", Self.secret)
        #expect(list.isReadOfOperator)
        #expect(person.isReadOfOperator)
        let others = [
            Route("lookUp", .get, "/v1/things/{id}", .read { _, _ in Response(status: .ok) }),
            Route("listChanges", .get, "/v1/changes", Self.secret),
            Route("createThing", .post, "/v1/things", Self.secret),
            Route("getMine", .get, "/v1/me", .endUser { _, _ in Response(status: .ok) }),
        ]
        let wrong = others.filter(\.isReadOfOperator).map(\.operationID)
        #expect(wrong == [])
    }
}
