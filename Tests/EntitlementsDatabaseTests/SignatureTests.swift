import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// The arguments and columns of a function, as in Swift or in the database.
private struct Signature: Equatable {
    var arguments: [Value] = []
    var columns: [Value] = []
    var access = FunctionAccess.write

    struct Value: Equatable {
        let name: String
        let type: UInt32
    }
}

@Suite("Each call has the signature of its function")
struct SignatureTests {
    @Test("names, types and order of arguments and columns match the database")
    func callsMatchTheDatabase() async throws {
        let signatures = try await signatures()
        for call in FunctionCalls.all {
            let declared = declaredSignature(of: call)
            let built = signatures[call.function]
            #expect(declared.arguments == built?.arguments, "arguments of api.\(call.function)")
            #expect(declared.columns == built?.columns, "columns of api.\(call.function)")
            #expect(declared.access == built?.access, "volatility of api.\(call.function)")
        }
    }

    private func declaredSignature<Call: FunctionCall>(of _: Call.Type) -> Signature {
        Signature(
            arguments: Call.parameters.map { .init(name: $0.name, type: $0.type.rawValue) },
            columns: Call.columns.map { .init(name: $0.name, type: $0.type.rawValue) },
            access: Call.access)
    }

    @Test("no function has two calls")
    func functionsAreDistinct() {
        let functions = FunctionCalls.all.map { $0.function }
        #expect(functions.count == Set(functions).count)
    }

    /// The signatures of schema `api`.
    ///
    /// Functions of one name are joined into one signature.
    private func signatures() async throws -> [String: Signature] {
        let rows = try await TestDatabase.shared.administer(
            """
            select proc.proname, proc.provolatile, argument.mode, argument.name, argument.type
              from pg_proc proc
              left join lateral unnest(
                       coalesce(proc.proallargtypes, proc.proargtypes::oid[]),
                       proc.proargnames,
                       coalesce(proc.proargmodes, array_fill('i'::"char", array[proc.pronargs])))
                   with ordinality as argument (type, name, mode, position) on true
             where proc.pronamespace = 'api'::regnamespace
             order by proc.oid, argument.position
            """)
        var signatures: [String: Signature] = [:]
        for row in rows {
            guard let function = row[0] else { continue }
            var signature = signatures[function, default: Signature()]
            // Calls of the read connections must not write.
            signature.access = row[1] == "v" ? .write : .read
            if let mode = row[2], let type = row[4].flatMap(UInt32.init) {
                let value = Signature.Value(name: row[3] ?? "", type: type)
                if mode == "t" {
                    signature.columns.append(value)
                } else {
                    signature.arguments.append(value)
                }
            }
            signatures[function] = signature
        }
        return signatures
    }
}
