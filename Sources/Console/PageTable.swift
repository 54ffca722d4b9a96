package import Entitlements

/// The one way in which pages show a list: the rows of an answer, in columns.
package struct PageTable: Sendable {
    /// What the rows are, for screen readers: `Webhook events`.
    package let caption: String
    /// What is said if there is no row, and what to do.
    package let empty: String
    package let columns: [Column]

    package struct Column: Sendable {
        let head: String
        let isNumber: Bool
        let parts: @Sendable (JSONValue) -> [Cell]
    }

    package init(_ caption: String, empty: String, _ columns: [Column]) {
        self.caption = caption
        self.empty = empty
        self.columns = columns
    }

    /// The table as the template `table` reads it, of the elements of an answer's `data`.
    ///
    /// `next` is the address of the next page; nil on the last one.
    package func shown(_ rows: [JSONValue], in place: Place, next: String? = nil) -> JSONValue {
        .members([
            "caption": .string(caption), "is_empty": .bool(rows.isEmpty),
            "empty": .string(empty), "next": next.map(JSONValue.string) ?? .null,
            "columns": .array(
                columns.map {
                    .members(["head": .string($0.head), "is_number": .bool($0.isNumber)])
                }),
            "rows": .array(
                rows.map { row in
                    .members([
                        "cells": .array(
                            columns.map { column in
                                .members([
                                    "is_number": .bool(column.isNumber),
                                    "parts": .array(
                                        column.parts(row).map { $0.shown(in: place) }),
                                ])
                            })
                    ])
                }),
        ])
    }
}

extension PageTable.Column {
    /// A column whose parts are made from the row.
    package static func cells(
        _ head: String, _ parts: @escaping @Sendable (JSONValue) -> [Cell]
    ) -> Self {
        Self(head: head, isNumber: false, parts: parts)
    }

    /// A member as text: `kind: stockpot`.
    package static func text(_ head: String, _ path: String...) -> Self {
        cells(head) { row in row.text(at: path).map { [.text($0)] } ?? [] }
    }

    package static func code(_ head: String, _ path: String...) -> Self {
        cells(head) { row in row.text(at: path).map { [.code($0)] } ?? [] }
    }

    package static func number(_ head: String, _ path: String...) -> Self {
        Self(head: head, isNumber: true) { row in
            row.integer(at: path).map { [.number($0)] } ?? []
        }
    }

    /// A number that is an id, which is copied as it stands.
    package static func numberedID(_ head: String, _ path: String...) -> Self {
        cells(head) { row in row.integer(at: path).map { [.code(String($0))] } ?? [] }
    }

    package static func time(_ head: String, _ path: String...) -> Self {
        cells(head) { row in row.text(at: path).map { [.time($0)] } ?? [] }
    }

    package static func link(_ head: String, _ kind: Place.Kind, _ path: String...) -> Self {
        cells(head) { row in row.text(at: path).map { [.link(kind, $0)] } ?? [] }
    }
}

/// What a page says of one thing: a name and its value a line, as the template `facts` reads it.
package enum Facts {
    /// Leaves out what has no part.
    package static func shown(_ facts: [(name: String, parts: [Cell])], in place: Place)
        -> JSONValue
    {
        .array(
            facts.filter { !$0.parts.isEmpty }.map { fact in
                .members([
                    "name": .string(fact.name),
                    "parts": .array(fact.parts.map { $0.shown(in: place) }),
                ])
            })
    }
}

extension JSONValue {
    /// The member under these names, one inside the other; nil for null, too.
    func value(at path: [String]) -> JSONValue? {
        let found = path.reduce(Optional(self)) { value, name in value?[name] }
        return found?.isNull == true ? nil : found
    }

    func text(at path: [String]) -> String? { value(at: path)?.string }

    func word(_ path: String...) -> String? { text(at: path) }

    /// A text member as a part of a cell; none for null and an absent one.
    func cells(_ kind: (String) -> Cell, _ path: String...) -> [Cell] {
        text(at: path).map { [kind($0)] } ?? []
    }

    func links(_ kind: Place.Kind, _ path: String...) -> [Cell] {
        text(at: path).map { [.link(kind, $0)] } ?? []
    }

    func integer(at path: [String]) -> Int64? {
        guard case .integer(let number) = value(at: path) else { return nil }
        return number
    }

    func integer(_ path: String...) -> Int64 { integer(at: path) ?? 0 }

    func isTrue(_ path: String...) -> Bool { value(at: path) == .bool(true) }

    func texts(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
