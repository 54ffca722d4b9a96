import Console
import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("What a form sends")
struct OperationCallFormTests {
    private func call(
        _ form: OperationForm, _ values: [String: String] = [:], isPreview: Bool = false,
        key: String = "k"
    ) throws -> OperationCall {
        try OperationCall(
            form, values, of: ["app_user_id": "$RC/1"], isPreview: isPreview, key: key)
    }

    private func sent(
        _ form: OperationForm, _ values: [String: String] = [:], isPreview: Bool = false
    ) throws -> String {
        let call = try call(form, values, isPreview: isPreview)
        let query = call.query.map { " \($0.name)=\($0.value)" }.joined()
        let body = call.body.map {
            " " + String(decoding: JSONValue.object($0).bytes, as: UTF8.self)
        }
        return "\(call.operationID) \(call.path.joined(separator: " "))\(query)\(body ?? "")"
    }

    @Test("is one operation with its parameters and its body")
    func operations() throws {
        #expect(try sent(.sync) == "syncAppUser $RC/1")
        #expect(try sent(.note, ["note": "hi"]) == #"createNote $RC/1 {"note":"hi"}"#)
        #expect(
            try sent(.claim, ["orphan_id": "o"], isPreview: true)
                == #"claimOrphan $RC/1 {"orphan_id":"o","dry_run":true}"#)
        #expect(
            try sent(.undo, ["merge_id": "../x", "reason": "r"])
                == #"undoMerge ../x {"reason":"r"}"#)
        #expect(
            try sent(.revoke, ["grant_id": "g", "reason": "a&b"])
                == "revokeGrant $RC/1 g reason=a&b")
        #expect(
            try sent(.remove, ["household_id": "h", "app_user_id": "m", "reason": "ticket 7"])
                == "removeHouseholdMember h m reason=removed")
        #expect(try sent(.code, ["campaign_id": "c"]) == #"createCodes c {"count":1}"#)
        #expect(try sent(.takeBack, ["reason": "r"]) == #"revokeRedemption - {"reason":"r"}"#)
    }

    @Test("a flag can be chosen instead of a field, and words are ticked")
    func choices() throws {
        #expect(
            try sent(.grant, ["entitlement_id": "plus", "duration": "lifetime", "reason": "r"])
                == #"createGrant $RC/1 {"entitlement_id":"plus","lifetime":true,"reason":"r"}"#)
        #expect(
            try sent(.grant, ["entitlement_id": "plus", "duration": "P1M", "extends": "true"])
                == #"createGrant $RC/1 {"entitlement_id":"plus","duration":"P1M","extends":true}"#)
        #expect(
            try sent(.addEndpoint, ["url": "u", "kinds_notice": "true"])
                == #"createEndpoint  {"url":"u","kinds":["notice"]}"#)
    }

    @Test("what is wrong with a number is left to the operation, and what sent it is named")
    func numbers() throws {
        let fields = ["credit_id": "c", "reason": "r", "amount": "−5"]
        #expect(
            try sent(.adjust, fields)
                == #"adjustCredit $RC/1 c {"amount":-5,"reference":"console k","reason":"r"}"#)
        #expect(try sent(.adjust, ["amount": "five"]).contains(#""amount":"five""#))
    }

    @Test("the same form sent again is the same act, and another field is another one")
    func keys() throws {
        let key = try call(.note, ["note": "hi"]).idempotencyKey
        #expect(try call(.note, ["note": "hi"]).idempotencyKey == key)
        #expect(try call(.note, ["note": "ho"]).idempotencyKey != key)
        #expect(try call(.note, ["note": "hi"], key: "l").idempotencyKey != key)
    }

    @Test("erases only if the id was typed, byte for byte")
    func confirmation() throws {
        for typed in [nil, "$RC/2", "$rc/1"] {
            #expect(throws: Failure.self) {
                try call(.erase, typed.map { ["confirmation": $0] } ?? [:])
            }
        }
        #expect(try sent(.erase, ["confirmation": "$RC/1"]) == "eraseAppUser $RC/1")
    }
}
