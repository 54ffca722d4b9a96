import Crypto
import Entitlements
import HTTPTypes

/// The strong ETag of a lookup's answer.
struct EntityTag: Sendable, Equatable {
    /// The text in quotes, as in the header.
    let text: String

    init(text: String) {
        self.text = text
    }

    /// Hashes the request and the answer.
    ///
    /// Each part follows its length, so that different answers never give the same input.
    init(of appUserID: AppUserID, _ environment: String, _ asOf: Timestamp?, _ answer: [UInt8]) {
        var hash = SHA256()
        var asked: [UInt8] = []
        for part in [appUserID.rawValue, environment, asOf?.rfc3339 ?? ""] {
            asked.append(contentsOf: "\(part.utf8.count):".utf8)
            asked.append(contentsOf: part.utf8)
        }
        hash.update(data: asked)
        hash.update(data: answer)
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in hash.finalize().prefix(16) {
            for digit in [byte >> 4, byte & 0xf] {
                quoted.append(
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        text = String(decoding: quoted, as: UTF8.self)
    }

    /// Whether the caller's If-None-Match contains this tag or `*`.
    ///
    /// RFC 9110 requires the weak comparison here; a proxy may have weakened the tag.
    func isNamed(in headers: HTTPFields) -> Bool {
        headers[fields: .ifNoneMatch].contains { field in
            field.value.split(separator: ",").contains { candidate in
                let tag = candidate.filter { $0 != " " && $0 != "\t" }
                return tag == "*" || tag == text || tag == "W/" + text
            }
        }
    }
}
