// Paths, shaped lines and fonts are part of this module's interface: drawings consist of them, and shapers return them.
@_exported import Glyphs
