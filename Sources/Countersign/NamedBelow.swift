// Re-exports the types of lower modules that an app names, so that `import Countersign` is enough.

@_exported import HTTPMessages

@_exported import struct Ceremony.Disclosure
@_exported import protocol ClientSupport.AuthorizationPresenter
@_exported import enum ClientSupport.ClientError
@_exported import protocol ClientSupport.CredentialStore
@_exported import struct ClientSupport.FileCredentialStore
@_exported import protocol ClientSupport.HTTPTransport
@_exported import struct ClientSupport.NavigationRequest
@_exported import struct ClientSupport.RetryRule
@_exported import class ClientSupport.URLSessionTransport
@_exported import struct ClientSupport.WebOrigin
@_exported import enum Composing.ComposingPart
@_exported import struct DescribedErrors.UnderlyingError
@_exported import struct Envelopes.CustomField
@_exported import struct Envelopes.DocumentID
@_exported import struct Envelopes.Envelope
@_exported import struct Envelopes.EnvelopeID
@_exported import enum Envelopes.EnvelopeProblem
@_exported import enum Envelopes.EnvelopeStatus
@_exported import struct Envelopes.NotificationSettings
@_exported import struct Envelopes.Recipient
@_exported import struct Envelopes.RecipientID
@_exported import enum Envelopes.RecipientStatus
@_exported import struct Envelopes.TabCondition
@_exported import enum Envelopes.TabKind
@_exported import struct Envelopes.TemplateID
@_exported import protocol PageKit.PageHost
@_exported import enum SignWellDialect.SignWell

#if canImport(Security)
    @_exported import struct ClientSupport.KeychainCredentialStore
#endif
#if os(Linux)
    @_exported import struct ClientSupport.SecretServiceCredentialStore
#endif
