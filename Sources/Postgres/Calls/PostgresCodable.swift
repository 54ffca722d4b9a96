/// A value in Postgres' binary format.
package protocol PostgresCodable: Sendable {
    static var postgresType: PostgresType { get }

    func encode(into buffer: inout [UInt8]) throws(PostgresError)

    /// The bytes are the server's and only valid during the call.
    init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError)
}
