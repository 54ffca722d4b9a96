import Crypto
import Entitlements
import HTTPTypes

/// The Idempotency-Key of a request that is carried out once, however often it is sent.
struct Idempotency {
    /// The Idempotency-Key from the caller.
    let key: String

    /// SHA-256 of the whole request, to detect the same key with a different request.
    let requestDigest: [UInt8]

    static let maximumKeyBytes = 255

    /// Nil if the caller sent no key.
    init?(of request: APIRequest, body: [UInt8]) throws(Failure) {
        guard let key = try request.headerField(.idempotencyKey) else { return nil }
        guard Self.isKey(key) else {
            throw Failure(
                .invalidRequest,
                "An Idempotency-Key must be 1 to \(Self.maximumKeyBytes) visible ASCII characters.")
        }
        self.key = key
        requestDigest = Self.digest(
            of: [request.head.method.rawValue, request.head.path ?? ""], body)
    }

    /// Returns the key and the digest as an end user's own: another end user with the same key
    /// makes another request.
    func own(of me: EndUser) -> Idempotency {
        let id = me.appUserID.rawValue
        let caller = Array("\(id.utf8.count):\(id)".utf8)
        return Idempotency(
            key: "me:" + Hexadecimal.text(Array(SHA256.hash(data: caller + Array(key.utf8)))),
            requestDigest: Array(SHA256.hash(data: caller + requestDigest)))
    }

    private init(key: String, requestDigest: [UInt8]) {
        self.key = key
        self.requestDigest = requestDigest
    }

    private static func isKey(_ text: String) -> Bool {
        (1...maximumKeyBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Hashes the request.
    ///
    /// The length of each part comes first, so that different requests never give the same input.
    private static func digest(of parts: [String], _ body: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Array("\(part.utf8.count):\(part)".utf8))
        }
        hash.update(data: body)
        return Array(hash.finalize())
    }
}
