// Paths, shaped lines and fonts are part of this room's interface: drawings are made of them, and a shaper gives them.
@_exported import Glyphs
