import Entitlements
import HTTPTypes
import Testing

@testable import EntitlementsAPI

@Suite("An answer's tag changes with the answer")
struct EntityTagTests {
    private let appUserID = AppUserID(unchecked: "u_42")
    private let moment = Timestamp(rfc3339: "2026-11-21T10:00:00Z")

    private func tag(
        _ appUserID: String = "u_42", _ environment: String = "production",
        _ asOf: Timestamp? = nil, _ answer: String = "{}"
    ) -> String {
        EntityTag(of: AppUserID(unchecked: appUserID), environment, asOf, Array(answer.utf8)).text
    }

    @Test("the same question and answer have the same tag, in quotes")
    func same() {
        #expect(tag() == tag())
        #expect(tag().count == 34)
        #expect(tag().first == "\"" && tag().last == "\"")
    }

    @Test("another person, environment, moment or answer has another tag")
    func other() {
        let tags = [
            tag(), tag("u_43"), tag("u_42", "sandbox"), tag("u_42", "production", moment),
            tag("u_42", "production", nil, "{ }"), tag("u_42production", ""),
            tag("u_4", "2production"),
        ]
        #expect(Set(tags).count == tags.count)
    }

    @Test("it is found in a list, as weak, and by a star; not by another")
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
