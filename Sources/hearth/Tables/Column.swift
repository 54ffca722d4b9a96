import Entitlements

/// A column of a table or a line of a card: its head, and what it shows of a JSON object.
struct Column: Sendable, ExpressibleByStringLiteral {
    /// What stands in a cell.
    struct Cell: Equatable {
        let text: String
        let isNumber: Bool
    }

    let head: String
    /// Whether its words are coloured by what they mean.
    let isStatus: Bool
    private let value: @Sendable (JSONValue) -> JSONValue?

    /// Shows a member by its path: `purchase.product_id`.
    ///
    /// Without a head, the name of the member is the head.
    init(_ path: String, as head: String? = nil) {
        let names = path.split(separator: ".").map(String.init)
        let last = names.last ?? path
        self.head = head ?? last.replacing("_", with: " ")
        isStatus = Colour.namesOfStatus.contains(last)
        value = { row in names.reduce(row) { $0?[$1] } }
    }

    init(stringLiteral path: String) {
        self.init(path)
    }

    /// Shows a text that is made of the object; nothing for nil.
    init(_ head: String, text: @escaping @Sendable (JSONValue) -> String?) {
        self.head = head
        isStatus = false
        value = { text($0).map(JSONValue.string) }
    }

    /// What a CSV table has of the object: nothing for a null.
    func plainText(of row: JSONValue) -> String {
        guard let value = value(row), !value.isNull else { return "" }
        return value.shown
    }

    func cell(of row: JSONValue) -> Cell {
        let value = value(row)
        return Cell(
            text: (value?.shown ?? JSONValue.nothing).showingControlCharacters,
            isNumber: value?.isNumber ?? false)
    }
}

extension JSONValue {
    /// Stands for a null.
    static let nothing = "–"

    /// The value as a reader expects it in a cell: a list with commas, other values as JSON.
    var shown: String {
        switch self {
        case .null: Self.nothing
        case .bool(let value): value ? "yes" : "no"
        case .string(let text): text
        case .array(let elements) where elements.isEmpty: Self.nothing
        case .array(let elements): elements.map(\.shown).joined(separator: ", ")
        case .object, .integer, .decimal: String(decoding: bytes, as: UTF8.self)
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .decimal: true
        default: false
        }
    }
}
