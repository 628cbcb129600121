// Re-exports the types of lower modules that a test names, so that `import CountersignTesting` is enough.

@_exported import struct IdentityService.AppSettings
@_exported import struct IdentityService.IdentityServiceConfiguration
@_exported import struct IdentityService.ProfileField
@_exported import struct IdentityService.TrustedIssuer
