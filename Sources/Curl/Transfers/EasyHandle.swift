import CLibCurl

/// Owns a libcurl easy handle, which is one request, and its header list.
struct EasyHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer
    /// libcurl reads the list for as long as the handle exists.
    private let headers: HeaderList

    init(headers: consuming HeaderList) throws(CurlError) {
        guard let pointer = curl_easy_init() else { throw .libraryFailed }
        self.pointer = pointer
        self.headers = headers
    }

    deinit {
        curl_easy_cleanup(pointer)
    }

    func set(_ option: CURLoption, _ number: Int) throws(CurlError) {
        try Self.check(easy_set_number(pointer, option, number))
    }

    func set(_ option: CURLoption, size: Int) throws(CurlError) {
        try Self.check(easy_set_size(pointer, option, size))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ text: String) throws(CurlError) {
        try Self.check(easy_set_text(pointer, option, text))
    }

    func set(_ option: CURLoption, context: UnsafeMutableRawPointer) throws(CurlError) {
        try Self.check(easy_set_context(pointer, option, context))
    }

    func setReceiver(
        _ option: CURLoption, _ receiver: @escaping curl_write_callback
    ) throws(CurlError) {
        try Self.check(easy_set_receiver(pointer, option, receiver))
    }

    func setSocketOpener(_ opener: @escaping curl_opensocket_callback) throws(CurlError) {
        try Self.check(easy_set_socket_opener(pointer, opener))
    }

    func setHeaders() throws(CurlError) {
        try Self.check(easy_set_list(pointer, CURLOPT_HTTPHEADER, headers.pointer))
    }

    /// libcurl copies the bytes.
    func setBody(_ bytes: [UInt8]) throws(CurlError) {
        try set(CURLOPT_POSTFIELDSIZE_LARGE, size: bytes.count)
        // One extra byte, which is not sent: an empty array has no address.
        let code = (bytes + [0]).withUnsafeBytes {
            easy_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        }
        try Self.check(code)
    }

    var status: Int {
        var status = 0
        _ = easy_get_number(pointer, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// Whether the request had a connection, TLS included.
    var isConnected: Bool {
        var microseconds: curl_off_t = 0
        _ = easy_get_size(pointer, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
        return microseconds > 0
    }

    /// The final answer's headers, with names in lower case.
    var receivedHeaders: [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let next = curl_easy_nextheader(pointer, UInt32(CURLH_HEADER), -1, last) {
            let header = next.pointee
            let name = String(cString: header.name).lowercased()
            headers.append((name, String(cString: header.value)))
            last = next
        }
        return headers
    }

    /// Fails the request if this libcurl does not know an option: ignoring it could weaken
    /// security.
    private static func check(_ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw .failed(code: Int32(code.rawValue)) }
    }
}
