import Glibc

/// An address at which a server will listen.
struct ListeningAddress {
    let host: String
    let port: Int

    /// Throws unless a server could listen there now.
    ///
    /// For a message before work is done in vain. The server itself can still fail: another process
    /// may take the port meanwhile.
    func requireFree(orElse advice: String) throws(OperatorMessage) {
        guard let code = failureOfBinding() else { return }
        throw OperatorMessage(
            "the server cannot start",
            why: code == EADDRINUSE
                ? "port \(port) is in use"
                : "it cannot listen at \(host), port \(port): \(String(cString: strerror(code)))",
            advice: code == EADDRINUSE ? advice : "Is HEARTH_HOST an address of this machine?",
            exitStatus: .unavailable)
    }

    /// The errno with which the first address of the host refuses; nil if it is free.
    private func failureOfBinding() -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            return EADDRNOTAVAIL
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            address.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // As the server does: connections that have just ended do not hold the port.
        var isReusing: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusing, socklen_t(MemoryLayout<Int32>.size))
        let outcome = bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen)
        return outcome == 0 ? nil : errno
    }
}

extension Configuration.HTTP {
    /// Throws unless the server could listen at its ports now.
    func requireFreePorts(orElse advice: String) throws(OperatorMessage) {
        try ListeningAddress(host: host, port: port).requireFree(orElse: advice)
        guard let metricsPort else { return }
        try ListeningAddress(host: host, port: metricsPort)
            .requireFree(orElse: "HEARTH_METRICS_PORT=0 takes a free one")
    }
}
