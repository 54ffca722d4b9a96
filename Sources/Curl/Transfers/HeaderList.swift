import CLibCurl

/// Owns a libcurl list of strings.
struct HeaderList: ~Copyable {
    let pointer: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) throws(CurlError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                throw .libraryFailed
            }
            list = longer
        }
        pointer = list
    }

    deinit {
        curl_slist_free_all(pointer)
    }
}
