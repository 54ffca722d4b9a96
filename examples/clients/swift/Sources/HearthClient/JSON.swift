import Foundation

/// Hearth's JSON: names in snake case, times as RFC 3339 with milliseconds.
enum JSON {
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { Key($0[$0.count - 1].stringValue.inCamelCase) }
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
        }
        return decoder
    }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

extension String {
    /// `app_user_id` as `appUserID`.
    fileprivate var inCamelCase: String {
        let words = split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { name, word in
            name + (word == "id" ? "ID" : word == "url" ? "URL" : word.capitalized)
        }
    }
}
