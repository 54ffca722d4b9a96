import Entitlements
import HTTPTypes

extension APIRequest {
    /// Returns the value of a header; nil if it is absent.
    ///
    /// Throws for two values, because a proxy may use another one than this server.
    func headerField(_ name: HTTPField.Name) throws(Failure) -> String? {
        var values = head.headerFields[fields: name].makeIterator()
        let value = values.next()?.value
        guard values.next() == nil else {
            throw Failure(.invalidRequest, "The header \(name.rawName) is given more than once.")
        }
        return value
    }

    /// Returns the caller's bearer token or key.
    ///
    /// Nil without the Authorization header, empty for a scheme other than `Bearer` in any case.
    func bearer() throws(Failure) -> String? {
        guard let authorization = try headerField(.authorization) else { return nil }
        return authorization.afterBearer ?? ""
    }
}

extension HTTPFields {
    /// Whether the request has a bearer token or key, right or wrong.
    var haveBearer: Bool { self[.authorization]?.afterBearer?.isEmpty == false }
}

extension String {
    /// What follows the scheme `Bearer` in any case; nil for other schemes.
    var afterBearer: String? {
        guard Substring(utf8.prefix(7)).lowercased() == "bearer " else { return nil }
        return String(Substring(utf8.dropFirst(7)))
    }
}
