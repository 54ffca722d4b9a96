package import Entitlements
package import FoundationEssentials
package import Postgres

/// An app user id as `text`. A stored id may be the name that replaced an erased id.
extension AppUserID: PostgresCodable, PostgresArrayElement {
    package static var postgresType: PostgresType { String.postgresType }
    package static var postgresArrayType: PostgresType { String.postgresArrayType }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        try rawValue.encode(into: &buffer)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self.init(unchecked: try String(decoding: bytes))
    }
}

/// A household's id in the database.
package struct HouseholdID: PostgresCodable, Hashable {
    package let uuid: UUID

    package init(_ uuid: UUID) { self.uuid = uuid }

    package static var postgresType: PostgresType { UUID.postgresType }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        try uuid.encode(into: &buffer)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        uuid = try UUID(decoding: bytes)
    }
}
