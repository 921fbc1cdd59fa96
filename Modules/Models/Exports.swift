// An importer of `Models` has the numbers, days and entities that its types are made of.
@_exported public import Values
