import CLibCurl

extension CurlError {
    /// libcurl could not be set up: no memory or no thread.
    static let libraryFailed = CurlError.failed(code: Int32(CURLE_FAILED_INIT.rawValue))

    init(_ code: CURLcode, isConnected: Bool) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .couldNotResolve
            case CURLE_COULDNT_CONNECT: .couldNotConnect
            case CURLE_OPERATION_TIMEDOUT: .timedOut(connecting: !isConnected)
            case CURLE_FILESIZE_EXCEEDED: .bodyTooLarge
            case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .invalidURL
            // libcurl's code for both an unsupported scheme and an answer without a status line.
            case CURLE_UNSUPPORTED_PROTOCOL where !isConnected: .invalidURL
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
                CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
                CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
                .tlsFailed
            default: .failed(code: Int32(code.rawValue))
            }
    }
}
