import Essentials

/// The id of a template.
public typealias TemplateID = GUIDIdentifier<Template>
