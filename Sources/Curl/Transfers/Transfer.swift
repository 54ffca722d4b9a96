import CLibCurl
import Glibc

/// A request in flight, and what has come of its answer.
///
/// It lives on the thread that drives libcurl, which calls back into it.
final class Transfer {
    let exchange: Exchange
    let easy: EasyHandle
    private let maximumHeaderBytes: Int
    private let maximumHeaderLines: Int
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headerLines = 0
    /// Why we broke the transfer off, of which libcurl says only that we did.
    private var refusal: CurlError?
    /// Another address of the server may have passed.
    private var isAddressRefused = false

    init(_ exchange: Exchange, _ configuration: HTTPClient.Configuration) throws(CurlError) {
        self.exchange = exchange
        easy = try EasyHandle(headers: HeaderList(try exchange.request.headerLines()))
        maximumHeaderBytes = configuration.maximumHeaderBytes
        maximumHeaderLines = configuration.maximumHeaderLines
        try setOptions(configuration)
    }

    /// The answer, once libcurl has said how the transfer ended.
    func answer(_ code: CURLcode) -> Exchange.Answer {
        guard code == CURLE_OK else {
            if isAddressRefused, code == CURLE_COULDNT_CONNECT { return .failure(.addressRefused) }
            return .failure(refusal ?? CurlError(code, isConnected: easy.isConnected))
        }
        return .success(
            CurlResponse(status: easy.status, headers: easy.receivedHeaders, body: body))
    }

    // MARK: Called back by libcurl

    /// False breaks the transfer off.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= exchange.request.maximumBodyBytes else {
            refusal = .bodyTooLarge
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// False breaks the transfer off.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        headerLines += 1
        guard headerBytes <= maximumHeaderBytes, headerLines <= maximumHeaderLines else {
            refusal = .headersTooLarge
            return false
        }
        return true
    }

    /// Opens a socket for an address that is about to be connected to, if it may be.
    ///
    /// The name is resolved by now, so a name that changes its address between being judged and
    /// being used gains nothing.
    func openSocket(for address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        if exchange.request.addressFilter == .publicOnly, !Self.isPublic(address) {
            isAddressRefused = true
            return CURL_SOCKET_BAD
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
    }

    private static func isPublic(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
        return IPAddress(socketAddress: bytes)?.isPublic ?? false
    }
}
