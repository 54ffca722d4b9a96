import Foundation
import Testing

@testable import HearthClient

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

@Suite("A signed statement")
struct StatementTests {
    private let key = P256.Signing.PrivateKey()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private var keys: SigningKeys {
        let point = key.publicKey.rawRepresentation
        return SigningKeys(
            keys: [
                SigningKeysKeys(
                    kty: "EC", crv: "P-256", x: point.prefix(32).base64URL,
                    y: point.suffix(32).base64URL, kid: "a", alg: "ES256", use: "sig")
            ])
    }

    private func token(
        typ: String = "entitlements+jwt", alg: String = "ES256", kid: String = "a",
        tenant: String = "app"
    ) throws -> String {
        let header = #"{"alg":"\#(alg)","kid":"\#(kid)","typ":"\#(typ)"}"#
        let claims = """
            {"iss":"hearth:\(tenant)","aud":"\(tenant)","sub":"u_1","iat":1800000000,
             "exp":1800003600,
             "plan":"plus","subscription_status":"active","next_change_at":null,
             "entitlements":{}}
            """
        let signed = "\(Data(header.utf8).base64URL).\(Data(claims.utf8).base64URL)"
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "\(signed).\(signature.base64URL)"
    }

    private func refusal(
        of token: String, at moment: TimeInterval = 0, latest: TimeInterval = 0
    ) -> VerificationReason? {
        #expect(throws: HearthError.self) {
            try verifyStatement(
                token, with: keys, of: "app", at: now + moment,
                latestIssuedAt: now + latest)
        }?.verificationReason
    }

    @Test("counts until it expires")
    func works() throws {
        let statement = try verifyStatement(
            token(), with: keys, of: "app", at: now.addingTimeInterval(3_599))
        #expect(statement.entitlements.plan == "plus")
        #expect(statement.appUserID == "u_1")
        #expect(refusal(of: try token(), at: 3_600) == .expired)
    }

    @Test("does not count if the clock is earlier than a time that was seen")
    func clock() throws {
        #expect(refusal(of: try token(), at: -61) == .clockSetBack)
        #expect(refusal(of: try token(), latest: 61) == .clockSetBack)
    }

    @Test("does not count if any part of it was edited, or it is another's")
    func forged() throws {
        let parts = try token().split(separator: ".")
        let claims = try #require(Data(base64URL: String(parts[1])))
        let forged = String(decoding: claims, as: UTF8.self)
            .replacingOccurrences(of: "1800003600", with: "1900003600")
        #expect(refusal(of: "\(parts[0]).\(Data(forged.utf8).base64URL).\(parts[2])") == .forged)
        #expect(refusal(of: "\(parts[0]).\(parts[1]).") == .forged)
        #expect(refusal(of: "a.b") == .malformed)
        #expect(refusal(of: try token(typ: "JWT")) == .malformed)
        #expect(refusal(of: try token(alg: "none")) == .malformed)
        #expect(refusal(of: try token(kid: "b")) == .unknownKey)
        #expect(refusal(of: try token(tenant: "other")) == .otherTenant)
    }
}

@Suite("Server-sent events")
struct EventParserTests {
    @Test("are read in any pieces; comments and other fields are skipped")
    func pieces() {
        let text = "retry: 1000\n\n:\n\nid: 7\ndata: {\"a\":\ndata: 1}\n\nid: 8\ndata: é\n\n"
        for size in 1...text.utf8.count {
            var parser = EventParser()
            var bytes = Data(text.utf8)
            var events: [EventParser.Event] = []
            while !bytes.isEmpty {
                events += parser.events(in: bytes.prefix(size))
                bytes = Data(bytes.dropFirst(size))
            }
            #expect(
                events == [
                    .init(id: "7", data: "{\"a\":\n1}"), .init(id: "8", data: "é"),
                ])
        }
    }
}

extension Data {
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
