// The ids, times and canonical JSON of envelopes are of the room below: `import Envelopes` is enough for an app.

@_exported import Essentials
