import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("Webhook authentication")
struct WebhookAuthenticationTests {
    private let now: Timestamp = "2026-11-21T10:00:00Z"
    private let body = RevenueCatEvent.renewal().body
    private let secret = "whsec_of_stockpot"
    private let value = "Bearer of good news"

    @Test("accepts the signature of another implementation")
    func knownSignature() {
        let credentials = signing("whsec_test_secret")
        let outcome = WebhookAuthentication.verify(
            authorization: nil,
            signature: "t=1795255200,v1=eeb843491a4ccb20ef8c5b342f0f0433"
                + "fd96787f16b2d9e480a00866f4b061e3",
            body: Array(#"{"event":{"id":"1","type":"TEST"},"api_version":"1.0"}"#.utf8),
            at: now, against: credentials)
        #expect(outcome == .accepted)
    }

    @Test("refuses every body with one byte changed")
    func changedBodies() throws {
        let long = RevenueCatEvent.renewal()
            .setting("metadata", .string(String(repeating: "a note ", count: 200))).body
        #expect(long.count > 2_000)
        let signature = RevenueCatEvent.signature(of: long, secret: secret, at: now)
        #expect(verify(signature: signature, body: long) == .accepted)
        for index in long.indices {
            var changed = long
            changed[index] ^= UInt8(1 << (index % 8))
            #expect(verify(signature: signature, body: changed) == .refused(.signatureWrong))
        }
        #expect(verify(signature: signature, body: []) == .refused(.signatureWrong))
        #expect(verify(signature: signature, body: long + [0x20]) == .refused(.signatureWrong))
        #expect(
            verify(signature: signature, body: Array(long.dropLast())) == .refused(.signatureWrong))
    }

    @Test("refuses every signature with one digit changed")
    func changedSignatures() {
        let signature = Array(RevenueCatEvent.signature(of: body, secret: secret, at: now).utf8)
        for index in signature.indices {
            for byte in Array("0f9,=tv1 ".utf8) where byte != signature[index] {
                var changed = signature
                changed[index] = byte
                let outcome = verify(signature: String(decoding: changed, as: UTF8.self))
                #expect(outcome != .accepted)
            }
        }
    }

    @Test(
        "has a window of 300 seconds both ways",
        arguments: [
            (0, true), (299, true), (300, true), (301, false), (-299, true), (-300, true),
            (-301, false), (86_400, false), (-86_400, false),
        ] as [(Int64, Bool)])
    func window(age: Int64, isAccepted: Bool) {
        let signature = RevenueCatEvent.signature(
            of: body, secret: secret, at: now.advanced(bySeconds: -age))
        let expected: WebhookAuthentication.Outcome =
            isAccepted ? .accepted : .refused(.signatureTooOldOrNew)
        #expect(verify(signature: signature) == expected)
    }

    @Test("does not accept an old signature with another time")
    func replay() {
        let old = RevenueCatEvent.signature(
            of: body, secret: secret, at: now.advanced(bySeconds: -86_400))
        let renewed = old.replacing(/t=\d+/, with: "t=\(now.secondsSinceEpoch)")
        #expect(verify(signature: renewed) == .refused(.signatureWrong))
    }

    @Test("accepts both stored secrets, and any of several signatures")
    func rotation() {
        let both = signing(secret, "whsec_next")
        let old = RevenueCatEvent.signature(of: body, secret: secret, at: now)
        let next = RevenueCatEvent.signature(of: body, secret: "whsec_next", at: now)
        #expect(verify(signature: old, both) == .accepted)
        #expect(verify(signature: next, both) == .accepted)
        #expect(verify(signature: next, signing(secret)) == .refused(.signatureWrong))

        let code = next.split(separator: ",", maxSplits: 1)[1]
        let wrong = "v1=" + String(repeating: "0", count: 64)
        for signature in ["\(old),\(code)", "\(old), \(code)", "\(old),v2=ab,\(wrong)"] {
            #expect(verify(signature: signature, signing(secret)) == .accepted)
        }
        let time = old.split(separator: ",")[0]
        #expect(verify(signature: "\(time),\(wrong),\(code)", both) == .accepted)
        #expect(verify(signature: "\(code),\(time)", both) == .accepted)
    }

    @Test("refuses another tenant's secret")
    func otherTenant() {
        let signature = RevenueCatEvent.signature(of: body, secret: secret, at: now)
        #expect(
            verify(signature: signature, signing("whsec_of_yapmate")) == .refused(.signatureWrong))
        #expect(verify(authorization: "Bearer of bad news") == .refused(.authorizationWrong))
    }

    @Test(
        "refuses a malformed signature header",
        arguments: [
            "t", "t=", "v1=", "t=1795255200", "v1=CODE", "t=1795255200,v1=", "t=,v1=CODE",
            "t=1795255200;v1=CODE", "t=1795255200,v1=CODE0", "t=1795255200,v1=0", "t=x,v1=CODE",
            "t=-1795255200,v1=CODE", "t=+1795255200,v1=CODE", "t=1795255200.0,v1=CODE",
            "t=1795255200,t=1795255200,v1=CODE", "t=1795255200,v1=CODE,", ",t=1795255200,v1=CODE",
            "t=1795255200,v1=CODE,v1=zz", "T=1795255200,V1=CODE", "t=１,v1=CODE",
            "t=99999999999999999999,v1=CODE", "t=1795255200,v1 =CODE", "t=1795255200\n,v1=CODE",
            "t=1795255200,v1=CODE,v1=CODE,v1=CODE,v1=CODE,v1=CODE,v1=CODE,v1=CODE,v1=CODE,v1=CODE",
            "t=1795255200,v1=CODE,x=" + String(repeating: "x", count: 4_096),
        ])
    func malformed(header: String) {
        let code = RevenueCatEvent.signature(of: body, secret: secret, at: now).suffix(64)
        #expect(now.secondsSinceEpoch == 1_795_255_200)
        let outcome = verify(signature: header.replacing("CODE", with: code))
        #expect(outcome == .refused(.signatureMalformed))
    }

    @Test("accepts hexadecimal digits in either case")
    func upperCase() {
        let signature = RevenueCatEvent.signature(of: body, secret: secret, at: now)
        let upper = signature.prefix(16) + signature.dropFirst(16).uppercased()
        #expect(upper != signature)
        #expect(verify(signature: String(upper)) == .accepted)
    }

    @Test("compares the whole authorization value, unchanged")
    func authorization() {
        #expect(verify(authorization: value) == .accepted)
        for wrong in [
            "", " ", value + " ", " " + value, value.lowercased(), String(value.dropLast()),
            value + value, "Bearer", "\(value), \(value)", String(repeating: "x", count: 10_000),
        ] {
            let reason: WebhookAuthentication.Reason =
                wrong.isEmpty ? .authorizationMissing : .authorizationWrong
            #expect(verify(authorization: wrong) == .refused(reason))
        }
        #expect(verify(authorization: nil) == .refused(.authorizationMissing))
    }

    @Test("reports a value that differs only by the Bearer prefix")
    func bearer() {
        let bare = WebhookCredentials(
            requiring: [.authorization], authorizationValues: [Array("s3cret".utf8)])
        #expect(verify(authorization: "s3cret", bare) == .accepted)
        #expect(
            verify(authorization: "Bearer s3cret", bare) == .refused(.authorizationBearerDiffers))
        #expect(verify(authorization: "bearer s3cret", bare) == .refused(.authorizationWrong))
        let withBearer = WebhookCredentials(
            requiring: [.authorization], authorizationValues: [Array("Bearer s3cret".utf8)])
        #expect(
            verify(authorization: "s3cret", withBearer) == .refused(.authorizationBearerDiffers))
    }

    @Test("compares the authorization value by its bytes, not its characters")
    func authorizationBytes() {
        let credentials = authorizing("caf\u{E9}")
        #expect(verify(authorization: "caf\u{E9}", credentials) == .accepted)
        #expect(
            verify(authorization: "cafe\u{301}", credentials) == .refused(.authorizationWrong))
    }

    @Test("accepts both stored authorization values")
    func authorizationRotation() {
        let both = authorizing(value, "the next")
        #expect(verify(authorization: value, both) == .accepted)
        #expect(verify(authorization: "the next", both) == .accepted)
        #expect(verify(authorization: "the last", both) == .refused(.authorizationWrong))
    }

    @Test("refuses if a required secret is missing or empty")
    func missingSecrets() {
        for none in [authorizing(), authorizing(""), authorizing("", "")] {
            for header in [nil, "", value] {
                #expect(
                    verify(authorization: header, none) == .refused(.authorizationSecretMissing))
            }
        }
        let unsigned = RevenueCatEvent.signature(of: body, secret: "", at: now)
        for none in [signing(), signing(""), signing("", "")] {
            for header in [nil, "", unsigned] {
                #expect(verify(signature: header, none) == .refused(.signingSecretMissing))
            }
        }
        #expect(verify(signature: unsigned, signing("", secret)) == .refused(.signatureWrong))
        let oneEmpty = authorizing("", value)
        #expect(verify(authorization: "", oneEmpty) == .refused(.authorizationMissing))
        #expect(verify(authorization: value, oneEmpty) == .accepted)
    }

    @Test("requires both credentials if both are configured")
    func both() {
        let credentials = WebhookCredentials(
            requiring: [.authorization, .signature], authorizationValues: [Array(value.utf8)],
            signingSecrets: [Array(secret.utf8)])
        let signature = RevenueCatEvent.signature(of: body, secret: secret, at: now)
        func outcome(_ authorization: String?, _ signature: String?)
            -> WebhookAuthentication.Outcome
        {
            WebhookAuthentication.verify(
                authorization: authorization, signature: signature, body: body, at: now,
                against: credentials)
        }
        #expect(outcome(value, signature) == .accepted)
        #expect(outcome(nil, signature) == .refused(.authorizationMissing))
        #expect(outcome("x", signature) == .refused(.authorizationWrong))
        #expect(outcome(value, nil) == .refused(.signatureMissing))
        #expect(outcome(value, "x") == .refused(.signatureMalformed))
        #expect(outcome(nil, nil) == .refused(.authorizationMissing))
    }

    @Test("checks only what is required")
    func onlyRequired() {
        let signature = RevenueCatEvent.signature(of: body, secret: secret, at: now)
        var credentials = signing(secret)
        credentials.authorizationValues = [Array(value.utf8)]
        for authorization in [nil, "something else", value] {
            let outcome = WebhookAuthentication.verify(
                authorization: authorization, signature: signature, body: body, at: now,
                against: credentials)
            #expect(outcome == .accepted)
        }
    }

    @Test("reports notConfigured if nothing is required")
    func notConfigured() {
        let credentials = WebhookCredentials(
            requiring: [], authorizationValues: [Array(value.utf8)])
        #expect(verify(authorization: value, credentials) == .notConfigured)
        #expect(verify(authorization: nil, credentials) == .notConfigured)
    }

    @Test("does not show secrets in logs")
    func description() {
        var dumped = ""
        dump(authorizing(value), to: &dumped)
        let credentials = authorizing(value)
        #expect("\(credentials)" == "WebhookCredentials(authorization)")
        #expect(!dumped.contains("authorizationValues"))
    }
}

extension WebhookAuthenticationTests {
    private func authorizing(_ values: String...) -> WebhookCredentials {
        WebhookCredentials(
            requiring: [.authorization], authorizationValues: values.map { Array($0.utf8) })
    }

    private func signing(_ secrets: String...) -> WebhookCredentials {
        WebhookCredentials(requiring: [.signature], signingSecrets: secrets.map { Array($0.utf8) })
    }

    private func verify(
        authorization: String?, _ credentials: WebhookCredentials? = nil
    ) -> WebhookAuthentication.Outcome {
        WebhookAuthentication.verify(
            authorization: authorization, signature: nil, body: body, at: now,
            against: credentials ?? authorizing(value))
    }

    private func verify(
        signature: String?, _ credentials: WebhookCredentials? = nil, body: [UInt8]? = nil
    ) -> WebhookAuthentication.Outcome {
        WebhookAuthentication.verify(
            authorization: nil, signature: signature, body: body ?? self.body, at: now,
            against: credentials ?? signing(secret))
    }
}
