import CLibPQ

/// How a connection reaches its server, and what protects it on the way.
package struct ConnectionWay: Sendable, Equatable {
    package enum Encryption: Sendable, Equatable {
        case none
        /// Encrypted, and the server may be another one.
        case unverified
        /// Encrypted, with a certificate that names the host.
        case verified
    }

    /// The host's name or the socket's directory, as libpq uses it.
    package let host: String
    /// The server's address; empty for a Unix socket.
    package let address: String
    package let encryption: Encryption

    package init(host: String, address: String, encryption: Encryption) {
        self.host = host
        self.address = address
        self.encryption = encryption
    }

    /// Whether it ends on this machine: at a Unix socket or a loopback address.
    package var isLocal: Bool {
        address.isEmpty || address.hasPrefix("127.") || address == "::1"
    }
}

extension ConnectionWay {
    /// The way of an open connection.
    init(of handle: borrowing ConnectionHandle) {
        let pointer = handle.pointer
        let mode = Self.setting("sslmode", of: pointer)
        let isEncrypted = PQsslInUse(pointer) == 1 || PQgssEncInUse(pointer) == 1
        self.init(
            host: PQhost(pointer).map { String(cString: $0) } ?? "",
            address: PQhostaddr(pointer).map { String(cString: $0) } ?? "",
            encryption: isEncrypted ? (mode == "verify-full" ? .verified : .unverified) : .none)
    }

    /// The value of a setting that libpq uses, from the string, the environment or its default.
    private static func setting(_ name: String, of connection: OpaquePointer) -> String? {
        guard let first = PQconninfo(connection) else { return nil }
        defer { PQconninfoFree(first) }
        var option = first
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == name {
                return option.pointee.val.map { String(cString: $0) }
            }
            option += 1
        }
        return nil
    }
}
