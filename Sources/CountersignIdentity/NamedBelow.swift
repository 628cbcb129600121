// Re-exports the types of the room below that an app names, so that `import CountersignIdentity` is enough.

@_exported import HTTPMessages

@_exported import protocol ClientSupport.AuthorizationPresenter
@_exported import enum ClientSupport.ClientError
@_exported import protocol ClientSupport.CredentialStore
@_exported import struct ClientSupport.FileCredentialStore
@_exported import protocol ClientSupport.HTTPTransport
@_exported import class ClientSupport.URLSessionTransport
@_exported import struct DescribedErrors.UnderlyingError
@_exported import enum Essentials.JSONValue

#if canImport(Security)
    @_exported import struct ClientSupport.KeychainCredentialStore
#endif
#if os(Linux)
    @_exported import struct ClientSupport.SecretServiceCredentialStore
#endif
