// The public types of the two rooms below are part of this room's interface: documents, keys, certificates, errors. An app
// imports SignedPDF and gets them with it, whichever room they live in.
@_exported import CryptographicMessages
@_exported import PDFFormat
