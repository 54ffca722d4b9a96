import CLibCurl

/// Owns a libcurl multi handle: the connections and their requests.
struct MultiHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    /// libcurl must be set up once in a process, before any other use.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ configuration: HTTPClient.Configuration) throws(CurlError) {
        guard Self.isLibraryReady, let pointer = curl_multi_init() else { throw .libraryFailed }
        self.pointer = pointer
        let limits = [
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumConnections),
            (CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost),
            // The limit of idle connections.
            (CURLMOPT_MAXCONNECTS, configuration.maximumConnections),
        ]
        for (option, limit) in limits {
            // Zero means no limit.
            _ = multi_set_number(pointer, option, max(1, limit))
        }
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    func add(_ easy: borrowing EasyHandle) -> Bool {
        curl_multi_add_handle(pointer, easy.pointer) == CURLM_OK
    }

    func remove(_ easy: borrowing EasyHandle) {
        curl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Does all work that needs no waiting.
    func perform() {
        var runningCount: Int32 = 0
        curl_multi_perform(pointer, &runningCount)
    }

    /// Returns the next ended easy handle and its code; nil if no other has ended.
    func nextEnded() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var leftCount: Int32 = 0
        while let message = curl_multi_info_read(pointer, &leftCount)?.pointee {
            if message.msg == CURLMSG_DONE, let handle = message.easy_handle {
                return (handle, message.data.result)
            }
        }
        return nil
    }

    /// Sleeps until there is work; false if polling failed.
    func wait(atMostMilliseconds milliseconds: Int32) -> Bool {
        curl_multi_poll(pointer, nil, 0, milliseconds, nil) == CURLM_OK
    }
}
