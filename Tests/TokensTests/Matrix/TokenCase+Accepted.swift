import Entitlements
import TestSupport

@testable import Tokens

extension TokenCase {
    static let accepted: [TokenCase] = [
        accepted("right in everything"),
        accepted("without typ and iat") {
            $0.header["typ"] = nil
            $0.claims["iat"] = nil
        },
        accepted("for several audiences, ours among them", for: [.secret, .curve]) {
            $0.claims["aud"] = ["other", "authenticated"]
        },
        accepted("with more in its header and claims than we look at") {
            $0.header["cat"] = "cl_B7d4PD111AAA"
            $0.header["x5t"] = "thumbprint"
            $0.claims["email"] = "ana@app.example"
            $0.claims["app_metadata"] = ["provider": "email", "providers": ["email"]]
        },
        accepted("of somebody anonymous") { $0.claims["is_anonymous"] = true },
        accepted("of somebody who says that they are not") { $0.claims["is_anonymous"] = false },
        accepted("expired four seconds ago") { $0.claims["exp"] = .seconds(-4) },
        accepted("valid in four seconds") { $0.claims["nbf"] = .seconds(4) },
        accepted("issued in four seconds") { $0.claims["iat"] = .seconds(4) },
        accepted("of a shared secret, with a name that nobody knows", for: [.secret]) {
            $0.header["kid"] = "7a0c"
        },
        accepted("with a subject of 255 bytes") {
            $0.claims["sub"] = .string(String(repeating: "u", count: 255))
        },
    ]
}
