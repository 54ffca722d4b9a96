import CLibCurl

extension Transfer {
    func setOptions(_ configuration: HTTPClient.Configuration) throws(CurlError) {
        try setRequest()
        try setRules()
        try setTLS(configuration)
        try setRoute(configuration)
        try setCallbacks()
    }

    private func setRequest() throws(CurlError) {
        let request = exchange.request
        let method = try request.checkedMethod()
        try easy.set(CURLOPT_URL, try request.checkedURL())
        try easy.setHeaders()
        let isHead = method == "HEAD"
        guard !isHead || request.body == nil else { throw .invalidRequest }
        if let body = request.body ?? (Self.bodyMethods.contains(method) ? [] : nil) {
            try easy.setBody(body)
        }
        if isHead {
            try easy.set(CURLOPT_NOBODY, 1)
        } else {
            try easy.set(CURLOPT_CUSTOMREQUEST, method)
            // Zero means no limit to libcurl; `receive(body:)` treats it as a limit.
            try easy.set(CURLOPT_MAXFILESIZE_LARGE, size: request.maximumBodyBytes)
        }
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.connectTimeoutMilliseconds))
    }

    /// Methods whose servers expect a body, so an absent one is sent as an empty one.
    private static let bodyMethods: Set = ["PATCH", "POST", "PUT"]

    private func setRules() throws(CurlError) {
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_DEFAULT_PROTOCOL, "https")
        try easy.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try easy.set(CURLOPT_FOLLOWLOCATION, 0)
        try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
        // Without it, libcurl keeps time with signals, which affect the whole process.
        try easy.set(CURLOPT_NOSIGNAL, 1)
        // Without it, cancelling a request blocks until its server's name is resolved, and with it
        // every other request.
        try easy.set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setTLS(_ configuration: HTTPClient.Configuration) throws(CurlError) {
        try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        try easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let path = configuration.certificateAuthoritiesPath {
            try easy.set(CURLOPT_CAINFO, path)
        }
    }

    private func setRoute(_ configuration: HTTPClient.Configuration) throws(CurlError) {
        try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
        switch exchange.request.addressFilter {
        case .publicOnly:
            // The filter sees only the address that we connect to. A proxy could connect anywhere,
            // and an open connection may have been opened without the filter.
            try easy.set(CURLOPT_PROXY, "")
            try easy.set(CURLOPT_FRESH_CONNECT, 1)
            try easy.set(CURLOPT_FORBID_REUSE, 1)
        case .any:
            // Prefer a stream of a connection in progress to another connection. TLS tells whether
            // there are streams. Without TLS, requests would wait until the first is answered.
            try easy.set(CURLOPT_PIPEWAIT, exchange.request.isEncrypted ? 1 : 0)
            switch configuration.proxy {
            case .ofEnvironment: break
            case .none: try easy.set(CURLOPT_PROXY, "")
            case .at(let url): try easy.set(CURLOPT_PROXY, url)
            }
        }
    }

    private func setCallbacks() throws(CurlError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.set(CURLOPT_WRITEDATA, context: context)
        try easy.setReceiver(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.receive(body: part) ? part.count : 0
        }
        try easy.set(CURLOPT_HEADERDATA, context: context)
        try easy.setReceiver(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return transfer.receive(headerLine: line) ? line.count : 0
        }
        try easy.set(CURLOPT_OPENSOCKETDATA, context: context)
        try easy.setSocketOpener { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.openSocket(for: address)
        }
    }
}
