package import Entitlements

/// A person's page: the verdict and what they may do now.
package struct PersonView {
    private let person: JSONValue
    private let answers: JSONValue
    private let explanation: JSONValue

    /// - Parameters:
    ///   - person: The answer of `getAppUser`.
    ///   - answers: The answer of `getEntitlements`.
    ///   - explanation: The answer of `explainAccess`.
    package init(_ person: JSONValue, _ answers: JSONValue, _ explanation: JSONValue) {
        self.person = person
        self.answers = answers
        self.explanation = explanation
    }

    package var verdict: JSONValue { explanation["verdict"]?["sentence"] ?? .null }

    /// One row for each entitlement of the tenant file.
    package var entitlements: JSONValue {
        .array(
            (answers["entitlements"]?.object?.members ?? []).map { member in
                .members([
                    "name": .string(member.name),
                    "state": member.value["status"] ?? .string("none"),
                    "until": member.value["expires_at"] ?? .null,
                    "source": member.value["source"]?["kind"] ?? .null,
                ])
            })
    }
}
