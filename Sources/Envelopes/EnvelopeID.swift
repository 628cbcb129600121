import Essentials

/// The id of an envelope. It keeps its id from the first draft on, wherever it was made.
public typealias EnvelopeID = GUIDIdentifier<Envelope>

/// The id of a tab, unique within its envelope.
public typealias TabID = GUIDIdentifier<EnvelopeTab>
