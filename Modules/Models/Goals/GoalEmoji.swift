/// Which emoji goes with the name of a goal.
public enum GoalEmoji {
    /// The emoji of the first English word in a name that stands for something people save for; nil when there is none.
    public static func suggestion(for name: String) -> String? {
        for word in name.lowercased().split(whereSeparator: { !$0.isLetter }) {
            if let emoji = byWord[String(word)] { return emoji }
            // One of several: "cars", "glasses".
            for ending in ["s", "es"] where word.hasSuffix(ending) {
                if let emoji = byWord[String(word.dropLast(ending.count))] { return emoji }
            }
        }
        return nil
    }

    private static let byWord: [String: String] = {
        let words: KeyValuePairs = [
            "🚗": "car auto automobile vehicle tesla", "🏍️": "motorbike motorcycle scooter", "🚲": "bike bicycle ebike",
            "🚐": "van camper campervan caravan", "⛵": "boat sailboat yacht", "✈️": "flight plane airfare",
            "🏖️": "vacation holiday beach", "🧳": "trip travel journey tour", "🗾": "japan tokyo kyoto",
            "🗼": "paris", "🗽": "america usa york", "🏔️": "mountain alps hiking", "⛷️": "ski skiing snowboard",
            "🏠": "house home deposit downpayment mortgage", "🏢": "apartment flat condo", "🛋️": "furniture sofa couch",
            "🍳": "kitchen", "🛁": "bathroom bath", "🌳": "garden yard", "🔨": "renovation repair roof remodel",
            "📦": "moving move relocation", "🔑": "rent lease", "☀️": "solar",
            "🛟": "emergency reserve rainy buffer cushion safety", "🏦": "savings saving",
            "📈": "investment invest stocks",
            "🧾": "tax taxes", "💳": "debt loan credit", "🛡️": "insurance", "🌅": "retirement pension",
            "💻": "computer laptop macbook pc", "📱": "phone smartphone iphone tablet", "📷": "camera lens",
            "📺": "tv television", "🎮": "console playstation xbox gaming", "🎧": "headphones headset",
            "🎓": "education college university tuition study studies degree", "🏫": "school kindergarten",
            "📚": "book course", "🎹": "piano keyboard", "🎸": "guitar", "🎻": "violin", "🎵": "music concert",
            "💍": "wedding ring engagement marriage", "👶": "baby child birth", "🧸": "toy kid children",
            "🎁": "gift present", "🎄": "christmas xmas", "🎂": "birthday anniversary", "🎉": "party celebration",
            "🐶": "dog puppy", "🐱": "cat kitten", "🐴": "horse pony", "🐾": "pet vet",
            "🏥": "medical surgery hospital operation", "🦷": "dentist dental tooth teeth", "👓": "glasses",
            "🏋️": "gym fitness", "⌚": "watch", "👗": "clothes dress wardrobe", "👟": "shoe", "💼": "business startup",
            "🎨": "art painting", "❤️": "charity donation",
        ]
        let pairs = words.flatMap { emoji, text in text.split(separator: " ").map { (String($0), emoji) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
