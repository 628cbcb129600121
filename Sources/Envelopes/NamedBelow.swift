// Re-exports the types of the room below that stand in envelopes' own, so that `import Envelopes` is enough for an app.

@_exported import enum Essentials.CanonicalJSON
@_exported import struct Essentials.GUIDIdentifier
@_exported import struct Essentials.TextIdentifier
