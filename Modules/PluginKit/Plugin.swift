public import Values

/// A package of providers that a program may use: it says what it offers and registers how each is made.
public protocol Plugin: Sendable {
    /// What the plugin is, provides and can be set, readable without making anything.
    var manifest: PluginManifest { get }

    /// Registers the factories that the manifest promises. Nothing is opened here: that is the factories' work.
    func register(in builder: inout ContainerBuilder) throws
}

/// What a plugin is, provides and can be set.
public struct PluginManifest: Sendable {
    /// The plugin's unique name: `rate-providers`.
    public let id: String
    /// One line for people.
    public let summary: String
    /// The services it provides, and under which names.
    public let provides: [Provision]
    /// The settings its providers read. Those that choose providers are derived: see `selectionSettings(of:)`.
    public let settings: [SettingDefinition]
    /// The kinds of things that it keeps in the store.
    public let kinds: [EntityKind]

    /// Describes a plugin.
    public init(
        id: String, summary: String, provides: [Provision], settings: [SettingDefinition] = [],
        kinds: [EntityKind] = []
    ) {
        self.id = id
        self.summary = summary
        self.provides = provides
        self.settings = settings
        self.kinds = kinds
    }

    /// The providers that one plugin offers for one service.
    public struct Provision: Hashable, Sendable {
        /// The name of the service key: `exchangeRates`.
        public let service: String
        /// Whether the settings choose one provider or an ordered list.
        public let selection: ServiceSelection
        /// Whether the settings may name a fallback.
        public let fallsBack: Bool
        /// The providers' names, as settings use them.
        public let providers: [String]
        /// The providers used when the settings choose none, in order.
        public let defaults: [String]
        /// The effect of the choice beyond figures; nil for none.
        public let reach: SettingReach?
        /// Whether programs that go on keep the provider until they end, as they do with stores.
        let isReadAtStart: Bool

        /// Says that a plugin has these providers for a service, and which of them are used unless settings say more.
        ///
        /// - Parameter reach: what the choice decides beyond figures: a choice with a reach is not made from a browser.
        public init<Service>(
            _ key: ServiceKey<Service>, providers: [String], defaults: [String] = [], reach: SettingReach? = nil
        ) {
            service = key.name
            selection = key.selection
            fallsBack = key.fallback != nil
            isReadAtStart = key.neverFallsBack
            self.providers = providers
            self.defaults = defaults
            self.reach = reach
        }
    }

    /// The settings that choose providers: of each service, in order of first mention, its provider or its list, and its
    /// fallback where it may have one.
    ///
    /// Plugins may add providers to one another's services. The default of a list is all plugins' defaults in their
    /// order; of a single choice the first plugin's; and a service with a single provider needs no choice.
    public static func selectionSettings(of manifests: [PluginManifest]) -> [SettingDefinition] {
        let provisions = manifests.flatMap(\.provides)
        var done: Set<String> = []
        return provisions.flatMap { provision -> [SettingDefinition] in
            guard provision.selection == .one || provision.selection == .several,
                let setting = provision.selection.setting(for: provision.service),
                done.insert(provision.service).inserted
            else { return [] }
            let same = provisions.filter { $0.service == provision.service }
            let providers = same.flatMap(\.providers)
            let defaults = defaultProviders(of: provision.service, in: manifests)
            let reach = same.lazy.compactMap(\.reach).first
            let selection = SettingDefinition(
                setting,
                provision.selection == .one ? .choice(providers) : .choices(providers),
                default: defaults.isEmpty ? nil : defaults.joined(separator: ","), reach: reach,
                isReadAtStart: provision.isReadAtStart,
                provision.selection == .one
                    ? "Which provider of \(provision.service) is used."
                    : "Which providers of \(provision.service) are used, in order of preference.")
            guard provision.fallsBack else { return [selection] }
            let fallback = SettingDefinition(
                ServiceIdentity.fallbackSetting(for: provision.service), .choice(providers), reach: reach,
                "Which provider of \(provision.service) answers what no other one does; figures that use it count as "
                    + "incomplete. Not set: none.")
            return [selection, fallback]
        }
    }

    /// All settings that plugins bring: those that choose providers, and those that they declare.
    ///
    /// Plugins may add names to one another's lists: of several declarations of one key with the kind `choices` there is one
    /// setting, in the place of the first, with the names and the defaults of all.
    public static func settings(of manifests: [PluginManifest]) -> [SettingDefinition] {
        let declared = manifests.flatMap(\.settings)
        var done: Set<String> = []
        return selectionSettings(of: manifests)
            + declared.compactMap { setting in
                guard case .choices = setting.kind else { return setting }
                guard done.insert(setting.key).inserted else { return nil }
                return setting.joined(with: declared.filter { $0.key == setting.key })
            }
    }

    /// The providers of a service that are used when the settings choose none.
    static func defaultProviders(of service: String, in manifests: [PluginManifest]) -> [String] {
        let provisions = manifests.flatMap(\.provides).filter { $0.service == service }
        let providers = provisions.flatMap(\.providers)
        let defaults = provisions.flatMap(\.defaults)
        if defaults.isEmpty { return providers.count == 1 ? providers : [] }
        return provisions.first?.selection == .one ? Array(defaults.prefix(1)) : defaults
    }
}
