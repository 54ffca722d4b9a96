import Foundation

extension Hearth {
    /// Any other operation, by its path, whose documentation names what it is refused with.
    ///
    /// Repeated if it is a GET or has an idempotency key. Give a key only to an operation that
    /// takes one. If Hearth itself waits, as with `wait`, set a longer `timeout` and one attempt.
    public func request<Answer: Decodable>(
        _ method: String, _ path: String, body: (any Encodable)? = nil,
        idempotencyKey: String? = nil
    ) async throws -> Answer {
        if let idempotencyKey, !idempotencyKey.isVisible {
            throw HearthError.option("idempotencyKey", "It has visible ASCII characters only.")
        }
        let request = Request(
            method: method, path: path, body: try body.map(encoded),
            idempotencyKey: idempotencyKey)
        return try decoded(await connection.data(for: request))
    }

    private func encoded(_ body: any Encodable) throws -> Data {
        do {
            return try JSON.encoder.encode(body)
        } catch {
            throw HearthError.option("body", "It is something that JSON can say.")
        }
    }

    /// All items of a list, page after page.
    public func pages<Item: Decodable & Sendable>(
        _ path: String, of kind: Item.Type = Item.self
    ) -> Pages<Item> {
        Pages(hearth: self, path: path)
    }

    /// The answer; without a connection the last one, if that is not too old.
    func lookUp<Answer: Decodable & Sendable>(_ request: Request) async throws -> LookedUp<Answer> {
        let seconds = connection.timeout ?? request.seconds
        let token = try await connection.checkedToken(within: seconds)
        do {
            let data = try await connection.data(for: request, token: token)
            let answer: Answer = try decoded(data)
            if connection.fallback != nil {
                await connection.lastAnswers.keep(data, for: request, token)
            }
            return LookedUp(answer: answer, fallbackAge: nil)
        } catch let error as HearthError where error.isOutage {
            guard let fallback = connection.fallback,
                let (data, age) = await connection.lastAnswers.last(
                    for: request, token, within: fallback)
            else { throw error }
            return LookedUp(answer: try decoded(data), fallbackAge: age)
        }
    }

    func decoded<Answer: Decodable>(_ data: Data) throws -> Answer {
        do {
            return try JSON.decoder.decode(Answer.self, from: data)
        } catch {
            throw HearthError(.answer, "unexpected_answer", "A member is not as expected: \(error)")
        }
    }
}

/// The items of a list, read page by page.
public struct Pages<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    /// An item of the list.
    public typealias Element = Item

    let hearth: Hearth
    let path: String

    private struct Page: Decodable {
        let data: [Item]
        let nextCursor: String?
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(hearth: hearth, path: path, next: path) }

    /// Reads one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let hearth: Hearth
        let path: String
        /// The path of the next page, or nil after the last one.
        var next: String?
        private var items: ArraySlice<Item> = []

        init(hearth: Hearth, path: String, next: String?) {
            (self.hearth, self.path, self.next) = (hearth, path, next)
        }

        /// The next item, or nil at the end.
        public mutating func next() async throws -> Item? {
            while items.isEmpty, let path = next {
                let page: Page = try await hearth.request("GET", path)
                items = page.data[...]
                next = try page.nextCursor.map { cursor in
                    let separator = self.path.contains("?") ? "&" : "?"
                    return "\(self.path)\(separator)cursor=\(try Connection.segment(cursor))"
                }
            }
            return items.popFirst()
        }
    }
}

/// A question of `Hearth.check`.
public struct EntitlementCheck: Encodable, Sendable {
    let appUserId: String
    let entitlementId: String

    /// Asks whether an app user's entitlement is active.
    public init(appUserID: String, entitlementID: String) {
        appUserId = appUserID
        entitlementId = entitlementID
    }
}

extension EntitlementsOfAppUser {
    /// Whether an entitlement is active; use this to decide.
    public func isActive(_ entitlementID: String) -> Bool {
        entitlements[entitlementID]?.isActive ?? false
    }
}

extension URL {
    /// The address, if it can be one.
    var checked: URL {
        get throws {
            guard ["http", "https"].contains(scheme), let host = host(), !host.isEmpty,
                user() == nil,
                query() == nil, fragment() == nil
            else { throw HearthError.option("address", "It begins with https:// and a host.") }
            return self
        }
    }
}

extension String {
    /// Whether it may stand in a header as it is.
    var isVisible: Bool { !isEmpty && utf8.allSatisfy { (33...126).contains($0) } }
}

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
