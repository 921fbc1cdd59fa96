@_exported public import FileFormats
