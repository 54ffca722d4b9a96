/// The Postgres types that cross the wire, by their fixed object ids.
package enum PostgresType: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int4 = 23
    case text = 25
    case json = 114
    case byteaArray = 1001
    case int4Array = 1007
    case textArray = 1009
    case int8Array = 1016
    case timestamptz = 1184
    case timestamptzArray = 1185
    case uuid = 2950
    case uuidArray = 2951
    case jsonb = 3802
    case jsonbArray = 3807
}
