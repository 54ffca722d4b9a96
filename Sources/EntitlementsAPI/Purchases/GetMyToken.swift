import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a signed statement of what the end user may do, for a phone without a connection.
    static func getMyToken(_ database: Database, _ keys: SigningKeyDirectory) -> Route {
        Route(
            "getMyToken", .get, "/v1/me/token",
            .endUser { request, me in
                let environment = try GetMyTokenRequest(reading: request).environment
                // Authentication has found this tenant by its name.
                let tenant = try request.headerField(.hearthTenant) ?? ""
                let row = try await database.callOne(
                    GetMyToken(appUserID: me.appUserID, environment: environment), in: me.tenant)
                let key = try await keys.signer(of: me.tenant, at: row.answeredAsOf)
                let token = try key.token(
                    header: Statement.header(keyID: key.publicKey.id),
                    claims: Statement.claims(row, of: me, in: tenant, environment))
                return .json { json in
                    json.name("as_of")
                    json.timestamp(row.answeredAsOf)
                    json.name("valid_until")
                    json.timestamp(row.validUntil)
                    json.name("token")
                    json.string(token)
                }
            })
    }
}

/// The parts of a signed statement, as JSON text.
private enum Statement {
    /// Its type keeps it from being taken for a token of an identity provider.
    static func header(keyID: String) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        for (name, value) in [("alg", "ES256"), ("kid", keyID), ("typ", "entitlements+jwt")] {
            json.name(name)
            json.string(value)
        }
        json.endObject()
        return json.bytes
    }

    static func claims(
        _ row: GetMyToken.Row, of me: EndUser, in tenant: String, _ environment: String
    ) -> [UInt8] {
        var json = JSONWriter(reservingBytes: row.answer.count + 500)
        json.beginObject()
        for (name, value) in [
            ("iss", "hearth:\(tenant)"), ("aud", tenant), ("sub", me.appUserID.rawValue),
            ("environment", environment),
        ] {
            json.name(name)
            json.string(value)
        }
        json.name("iat")
        json.integer(Int(row.answeredAsOf.secondsSinceEpoch))
        json.name("exp")
        json.integer(Int(row.validUntil.secondsSinceEpoch))
        json.members(ofJSON: row.answer)
        json.endObject()
        return json.bytes
    }
}
