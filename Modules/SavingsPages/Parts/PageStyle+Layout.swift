import Presentation
import WebPages

extension PageStyle {
    /// The words that texts and pages have in common.
    var layout: TextLayout { TextLayout(width: nil, style: text, today: today, zone: zone) }
}
