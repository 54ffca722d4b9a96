import Entitlements
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("The entity tag of an answer")
struct EntityTagTests {
    private let appUserID = AppUserID(unchecked: "u_42")
    private let moment = Timestamp(rfc3339: "2026-11-21T10:00:00Z")

    private func tag(
        _ appUserID: String = "u_42", _ environment: String = "production",
        _ asOf: Timestamp? = nil, _ answer: String = "{}"
    ) -> String {
        EntityTag(of: AppUserID(unchecked: appUserID), environment, asOf, Array(answer.utf8)).text
    }

    @Test("the same request and answer have the same quoted tag")
    func same() {
        #expect(tag() == tag())
        #expect(tag().count == 34)
        #expect(tag().first == "\"" && tag().last == "\"")
    }

    @Test("another app user, environment, moment or answer changes the tag")
    func other() {
        let tags = [
            tag(), tag("u_43"), tag("u_42", "sandbox"), tag("u_42", "production", moment),
            tag("u_42", "production", nil, "{ }"), tag("u_42production", ""),
            tag("u_4", "2production"),
        ]
        #expect(Set(tags).count == tags.count)
    }

    @Test("If-None-Match matches the tag in a list, a weak tag and a star")
    func named() {
        let tag = EntityTag(of: appUserID, "production", nil, [])
        for (values, isNamed) in [
            ([tag.text], true), (["W/\(tag.text)"], true), (["\"a\", \(tag.text)"], true),
            (["\"a\"", tag.text], true), (["*"], true), (["\"a\""], false), ([], false),
            ([""], false),
        ] {
            var headers = HTTPFields()
            for value in values { headers.append(HTTPField(name: .ifNoneMatch, value: value)) }
            #expect(tag.isNamed(in: headers) == isNamed, "\(values)")
        }
    }
}
