"""What pages say: sentences for people. Commands, days as files have them and internal names stand in disclosures alone."""

import re

# Texts that stand in no disclosure, that nobody typed, and that are no message as channels send it.
TEXTS = """() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent.closest("details > :not(summary), bdi, blockquote, script, textarea, option, svg")) continue
    const text = walker.currentNode.textContent.trim()
    if (text) texts.push(text)
  }
  return texts
}"""
FORBIDDEN = {
    "a command": r"(?<![\w/-])cst-(?!web-)[a-z]+\b|(?<!\w)--[a-z]",
    "a day of a file": r"(?<!as in )(?<!')\b\d{4}-\d{2}(-\d{2})?\b",
    "an id": r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-",
    "a zone": r" .*\b(GMT|UTC|Etc/\w+)\b",
    "a state of the database": r"\bState \d+\b",
    "a riddle": r"cannot be worked out|Part of the name|Part of what is required|Log (in|out)\b|is not known \(",
}
# For programs and for whoever runs the server: addresses of the API, names of settings.
TECHNICAL = {"api"}


def check_words(case, page):
    found = [
        f"{what}: {text}" for text in page.evaluate(TEXTS) for what, form in FORBIDDEN.items() if re.search(form, text)]
    case.assertNone(found)
