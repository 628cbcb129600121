// Re-exports the types of lower modules that an app names, so that `import Countersign` is enough.

@_exported import struct Ceremony.Disclosure
@_exported import struct Envelopes.CustomField
@_exported import struct Envelopes.DocumentID
@_exported import struct Envelopes.Envelope
@_exported import struct Envelopes.EnvelopeID
@_exported import enum Envelopes.EnvelopeProblem
@_exported import enum Envelopes.EnvelopeStatus
@_exported import struct Envelopes.Recipient
@_exported import struct Envelopes.RecipientID
@_exported import enum Envelopes.RecipientStatus
@_exported import struct Envelopes.TabCondition
@_exported import enum Envelopes.TabKind
@_exported import struct Envelopes.TemplateID
@_exported import enum SignWellDialect.SignWell
