import Countersign

/// A type of the library under a name that the app has not taken.
public typealias CountersignSigner = Signer
