package import FoundationEssentials

extension UUID: PostgresCodable {
    package static var postgresType: PostgresType { .uuid }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        withUnsafeBytes(of: uuid) { buffer.append(contentsOf: $0) }
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count == MemoryLayout<uuid_t>.size else {
            throw .decoding("A uuid is not sixteen bytes.")
        }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
