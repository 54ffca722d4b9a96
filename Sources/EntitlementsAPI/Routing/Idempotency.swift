import Crypto
import Entitlements
import HTTPTypes

/// The Idempotency-Key of a request that is carried out once, however often it is sent.
struct Idempotency {
    /// The Idempotency-Key from the caller.
    let key: String

    /// SHA-256 of the whole request, to detect the same key with a different request.
    let requestDigest: [UInt8]

    private static let maximumKeyBytes = 255

    /// Nil if the caller sent no key.
    init?(of request: APIRequest, body: [UInt8]) throws(Failure) {
        guard let key = try request.headerField(.idempotencyKey) else { return nil }
        guard (1...Self.maximumKeyBytes).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Failure(
                .invalidRequest,
                "An Idempotency-Key is 1 to \(Self.maximumKeyBytes) visible ASCII characters.")
        }
        self.key = key
        requestDigest = Self.digest(of: request.head, body: body)
    }

    /// Nil if the caller sent no key.
    ///
    /// An end user's key and digest are their own: another end user with the same key is another
    /// request.
    init?(of request: APIRequest, body: [UInt8], by me: EndUser?) throws(Failure) {
        guard let own = try Idempotency(of: request, body: body) else { return nil }
        guard let me else {
            self = own
            return
        }
        let id = me.appUserID.rawValue
        let caller = Array("\(id.utf8.count):\(id)".utf8)
        key = "me:" + Hexadecimal.text(Array(SHA256.hash(data: caller + Array(own.key.utf8))))
        requestDigest = Array(SHA256.hash(data: caller + own.requestDigest))
    }

    /// Hashes the request.
    ///
    /// The lengths of method and path come first, so that different requests never give the same
    /// input.
    private static func digest(of head: HTTPRequest, body: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        for part in [head.method.rawValue, head.path ?? ""] {
            hash.update(data: Array("\(part.utf8.count):\(part)".utf8))
        }
        hash.update(data: body)
        return Array(hash.finalize())
    }
}
