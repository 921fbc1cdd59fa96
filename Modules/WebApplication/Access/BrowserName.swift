/// The browser and the system of a device, as "Firefox on Android".
enum BrowserName {
    /// The words for a `User-Agent`; nil for one that says nothing known. Nothing of the text itself is in them.
    static func words(_ agent: String) -> String? {
        func first(_ names: KeyValuePairs<String, String>) -> String? { names.first { agent.contains($0.key) }?.value }
        // Browsers name others beside themselves: the one that no other names comes first.
        let browser = first([
            "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet", "FxiOS/": "Firefox",
            "Firefox/": "Firefox", "CriOS/": "Chrome", "Chrome/": "Chrome", "Safari/": "Safari",
        ])
        let system = first([
            "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "ChromeOS",
            "Mac OS X": "Mac", "Linux": "Linux",
        ])
        guard let browser else { return system.map { "a browser on \($0)" } }
        return system.map { "\(browser) on \($0)" } ?? browser
    }
}
