// The public types of these two modules are part of this module's interface: documents, keys, certificates, errors. An
// app that imports SignedPDF gets all of them.
@_exported import CryptographicMessages
@_exported import PDFFormat
