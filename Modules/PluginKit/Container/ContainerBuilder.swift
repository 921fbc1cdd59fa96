import Values

/// Collects what plugins register, then makes what the settings choose.
///
/// ```swift
/// var builder = ContainerBuilder(settings: settings, time: time)
/// builder.add([GreetingPlugin()])
/// builder.require(.greeting)
/// let container = try await builder.build()
/// let greeting = try container.resolve(.greeting)
/// greeting.text(for: "Ada")  // Hello, Ada
/// ```
public struct ContainerBuilder: Sendable {
    private var settings: any SettingsReader
    private let time: TimeSource
    private var loaded: [PluginManifest] = []
    private var currentPlugin: String?
    private var registrations: [Registration] = []
    private var required: [ServiceIdentity] = []
    private var optional: [ServiceIdentity] = []
    private var issues: [CompositionIssue] = []
    /// What is wrong with the choice of a service's providers: it concerns only those who need the service.
    private var choiceIssues: [String: [CompositionIssue]] = [:]
    /// The container whose stores are used instead of new ones.
    private var earlier: DIContainer?

    /// How much of what the settings choose is made.
    public enum Extent: Sendable {
        /// Everything, and everything has to work.
        case everything
        /// What is required, and what that needs in turn: what else is wrong keeps nobody from working.
        case required
        /// Whatever can be made; what cannot is reported by the container's health.
        case whatWorks
    }

    /// Starts a container.
    ///
    /// - Parameters:
    ///   - settings: choose the providers and are handed to the factories.
    ///   - time: the clocks.
    public init(settings: any SettingsReader, time: TimeSource) {
        self.settings = settings
        self.time = time
    }

    /// Makes everything of other settings than those of the start.
    package mutating func use(_ settings: any SettingsReader) { self.settings = settings }

    /// Uses the stores of another container, which are not opened twice. They are closed with that one, until the new one takes them
    /// over (``DIContainer/takeStores(from:)``).
    package mutating func keepStores(of container: DIContainer) { earlier = container }

    /// Lets each plugin register its factories. What goes wrong is reported by `build()`.
    public mutating func add(_ plugins: [any Plugin]) {
        for plugin in plugins {
            let manifest = plugin.manifest
            if loaded.contains(where: { $0.id == manifest.id }) {
                issues.append(.duplicatePlugin(id: manifest.id))
                continue
            }
            loaded.append(manifest)
            currentPlugin = manifest.id
            defer { currentPlugin = nil }
            do {
                try plugin.register(in: &self)
                checkPromises(of: manifest)
            } catch {
                issues.append(.pluginFailed(id: manifest.id, reason: String(describing: error)))
            }
        }
    }

    /// Registers how a provider is made.
    ///
    /// - Parameters:
    ///   - key: the service.
    ///   - name: the provider's name in settings.
    ///   - validate: throws when the product must not be used; nobody gets it before.
    ///   - shutdown: closes the provider.
    ///   - factory: makes the provider. What it needs of other services it asks of the resolver.
    public mutating func register<Service>(
        _ key: ServiceKey<Service>, name: String,
        validate: @escaping @Sendable (Service) async throws -> Void = { _ in },
        shutdown: (@Sendable (Service) async throws -> Void)? = nil,
        factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        let registration = Registration(
            key, name: name, plugin: currentPlugin, validate: validate, shutdown: shutdown, factory: factory)
        if let earlier = registrations.first(where: { $0.id == registration.id }) {
            issues.append(
                .duplicateProvider(
                    service: key.name, provider: name, plugins: [earlier, registration].compactMap(\.plugin)))
            return
        }
        noteConflict(registration.service)
        registrations.append(registration)
    }

    /// Says that the program itself needs a service, so that a gap is found at the start.
    public mutating func require<Service>(_ key: ServiceKey<Service>) {
        noteConflict(ServiceIdentity(key))
        required.append(ServiceIdentity(key))
    }

    /// Says that the program itself uses a service where there is one.
    public mutating func use<Service>(_ key: ServiceKey<Service>) {
        noteConflict(ServiceIdentity(key))
        optional.append(ServiceIdentity(key))
    }

    /// Makes the chosen providers, each after what it needs, and gives the finished container.
    ///
    /// Throws `ContainerError` with everything that is wrong, or `CancellationError`; what had been made is closed
    /// again in reverse order.
    public consuming func build(_ extent: Extent = .everything) async throws -> DIContainer {
        let plan = plan()
        for service in required where plan.chosen[service.name] == nil && !plan.undecided.contains(service.name) {
            issues.append(plan.gap(service.name, neededBy: nil))
        }
        let names = Set((required + optional).map(\.name))
        let order = extent == .required ? plan.order.filter { names.contains($0.service) } : plan.order
        for service in extent == .required ? names.sorted() : choiceIssues.keys.sorted() {
            issues += choiceIssues[service] ?? []
        }
        let assembly = Assembly(plan: plan, issues: issues)
        let kept = earlier?.stores ?? []
        for store in kept { assembly.store.add(store.withoutClosing) }
        do {
            try await assembly.make(order)
        } catch {
            _ = await assembly.store.removeAll().close()
            throw error
        }
        let found = await assembly.issues(of: order)
        guard found.isEmpty || extent == .whatWorks else {
            let unclosed = await assembly.store.removeAll().close()
            throw ContainerError(found + unclosed.map(CompositionIssue.notClosed))
        }
        return DIContainer(plan: plan, store: assembly.store, failures: found)
    }

    // MARK: - Choosing

    private mutating func plan() -> CompositionPlan {
        var chosen: [String: [ProviderID]] = [:]
        var undecided: Set<String> = []
        var order: [ProviderID] = []
        var services: [ServiceIdentity] = []
        for registration in registrations where !services.contains(where: { $0.name == registration.service.name }) {
            services.append(registration.service)
        }
        var fallbacks: [String: ProviderID] = [:]
        var substitutes: Set<ProviderID> = []
        for service in services {
            guard var names = choice(for: service) else {
                undecided.insert(service.name)
                continue
            }
            if let fallback = fallback(of: service) {
                let id = ProviderID(service: service.name, provider: fallback)
                fallbacks[service.name] = id
                if !names.contains(fallback) {
                    names.append(fallback)
                    substitutes.insert(id)
                }
            }
            let ids = names.map { ProviderID(service: service.name, provider: $0) }
            chosen[service.name] = ids
            order += ids
        }
        return CompositionPlan(
            settings: settings, time: time,
            registrations: Dictionary(registrations.map { ($0.id, $0) }) { first, _ in first },
            chosen: chosen, fallbacks: fallbacks, substitutes: substitutes, undecided: undecided,
            choiceIssues: choiceIssues, order: order,
            kinds: loaded.flatMap(\.kinds))
    }

    /// The providers that the settings, or else the manifests, choose; nil after reporting why there are none.
    private mutating func choice(for service: ServiceIdentity) -> [String]? {
        let known = registrations.filter { $0.id.service == service.name }.map(\.id.provider)
        guard let setting = service.selection.setting(for: service.name) else { return known }
        var chooser = service.name
        if case .along(let other) = service.selection { chooser = other }
        let defaults = PluginManifest.defaultProviders(of: chooser, in: loaded)
        // Names are checked below, against what is registered and with the plugins that could be loaded.
        let definition = SettingDefinition(
            setting, service.selection.isList ? .strings : .string,
            default: defaults.isEmpty ? nil : defaults.joined(separator: ","), "")
        let names: [String]
        do {
            if try !settings.hasValue(definition) {
                guard known.count == 1 else {
                    choiceIssues[service.name, default: []].append(
                        .nothingChosen(service: service.name, setting: setting, known: known))
                    return nil
                }
                names = known
            } else {
                names = service.selection.isList ? try settings.strings(definition) : [try settings.string(definition)]
            }
        } catch {
            choiceIssues[service.name, default: []].append(.setting(error))
            return nil
        }
        var seen: Set<String> = []
        for name in names {
            if !known.contains(name) {
                choiceIssues[service.name, default: []].append(
                    .unknownProvider(service: service.name, provider: name, setting: setting, known: known))
            } else if !seen.insert(name).inserted {
                choiceIssues[service.name, default: []].append(
                    .chosenTwice(service: service.name, provider: name, setting: setting))
            }
        }
        return names.filter { seen.remove($0) != nil }
    }

    /// The provider that the settings name as a service's fallback, or nil.
    private mutating func fallback(of service: ServiceIdentity) -> String? {
        let setting = ServiceIdentity.fallbackSetting(for: service.name)
        let definition = SettingDefinition(setting, .string, "")
        guard service.fallsBack else {
            // Where such a setting is not declared, settings say so themselves.
            if (try? settings.hasValue(definition)) == true {
                choiceIssues[service.name, default: []].append(
                    .fallbackForbidden(
                        service: service.name, setting: setting, wouldLoseData: service.neverFallsBack))
            }
            return nil
        }
        do {
            guard let name = try settings.optionalString(definition) else { return nil }
            let known = registrations.filter { $0.id.service == service.name }.map(\.id.provider)
            guard known.contains(name) else {
                choiceIssues[service.name, default: []].append(
                    .unknownProvider(service: service.name, provider: name, setting: setting, known: known))
                return nil
            }
            return name
        } catch SettingsError.undeclared {
            // A program without the manifest that declares the setting has no fallback.
            return nil
        } catch {
            choiceIssues[service.name, default: []].append(.setting(error))
            return nil
        }
    }

    // MARK: - Checks

    private mutating func noteConflict(_ service: ServiceIdentity) {
        let declared = registrations.map(\.service) + required
        let issue = CompositionIssue.conflictingKeys(service: service.name)
        if declared.contains(where: { $0.name == service.name && $0 != service }), !issues.contains(issue) {
            issues.append(issue)
        }
    }

    private mutating func checkPromises(of manifest: PluginManifest) {
        let promised = manifest.provides.flatMap { provision in
            provision.providers.map { ProviderID(service: provision.service, provider: $0) }
        }
        let own = registrations.filter { $0.plugin == manifest.id }.map(\.id)
        // Most plugins register what they promise, in this order.
        guard own != promised else { return }
        // A name that another plugin took first is reported as a duplicate, not as a broken promise.
        let everyone = Set(registrations.map(\.id))
        for id in promised where !everyone.contains(id) {
            issues.append(.notRegistered(plugin: manifest.id, provider: id.description))
        }
        let promises = Set(promised)
        for id in own where !promises.contains(id) {
            issues.append(.notInManifest(plugin: manifest.id, provider: id.description))
        }
    }
}
