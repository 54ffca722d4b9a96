/// An argument of a function: its name, and the property of the call that holds its value.
package struct Parameter<Call: FunctionCall>: Sendable {
    package let name: String
    package let type: PostgresType
    let append: @Sendable (Call, inout Arguments) throws(PostgresError) -> Void

    package init<Value: PostgresCodable>(
        _ name: String, _ value: any KeyPath<Call, Value> & Sendable
    ) {
        self.name = name
        type = Value.postgresType
        append = { call, arguments throws(PostgresError) in
            try arguments.append(call[keyPath: value])
        }
    }

    /// An argument that may be null.
    package init<Value: PostgresCodable>(
        _ name: String, _ value: any KeyPath<Call, Value?> & Sendable
    ) {
        self.name = name
        type = Value.postgresType
        append = { call, arguments throws(PostgresError) in
            try arguments.append(call[keyPath: value])
        }
    }

    /// One property of each element of a list, as an array.
    package init<Element, Value: PostgresArrayElement>(
        _ name: String, _ elements: any KeyPath<Call, [Element]> & Sendable,
        each value: any KeyPath<Element, Value> & Sendable
    ) {
        self.name = name
        type = Value.postgresArrayType
        append = { call, arguments throws(PostgresError) in
            try arguments.append(call[keyPath: elements].map { $0[keyPath: value] })
        }
    }
}

extension FunctionCall {
    /// The call's arguments in the order of its parameters.
    func arguments() throws(PostgresError) -> Arguments {
        var arguments = Arguments()
        for parameter in Self.parameters { try parameter.append(self, &arguments) }
        return arguments
    }
}
