import Entitlements
import HTTPTypes

extension APIRequest {
    /// The one value of a header, nil if it is absent.
    ///
    /// Of two values a proxy may read the first and we the second, so two are refused.
    func headerField(_ name: HTTPField.Name) throws(Failure) -> String? {
        var values = head.headerFields[fields: name].makeIterator()
        let value = values.next()?.value
        guard values.next() == nil else {
            throw Failure(.invalidRequest, "The header \(name.rawName) is given more than once.")
        }
        return value
    }

    /// What the caller bears in Authorization: nil without the header, and empty for what is not
    /// `Bearer`, which may be written in any case.
    func bearer() throws(Failure) -> String? {
        guard let authorization = try headerField(.authorization) else { return nil }
        let scheme = authorization.utf8.prefix(7)
        guard Substring(scheme).lowercased() == "bearer " else { return "" }
        return String(Substring(authorization.utf8.dropFirst(7)))
    }
}
