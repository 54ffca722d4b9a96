"""What the scripts share that write Swift: names, format, and files that are written or checked."""

import json
import subprocess
import sys
import tempfile
import textwrap

INITIALISMS = {"id": "ID", "ids": "IDs", "url": "URL", "api": "API", "uuid": "UUID", "jwks": "JWKS",
               "json": "JSON", "http": "HTTP"}


def camel(name, is_type=False):
    words = name.split("_")
    return "".join(
        word if index == 0 and not is_type else INITIALISMS.get(word, word[:1].upper() + word[1:])
        for index, word in enumerate(words))


def lines(texts):
    return "\n".join(texts)


def words(names):
    return json.dumps(names, ensure_ascii=False)


def literal(value):
    return json.dumps(value, ensure_ascii=False) \
        if not isinstance(value, int) or isinstance(value, bool) else grouped(value)


def text(said):
    """A text as Swift, on lines that are short enough."""
    if len(said) < 60 and "\n" not in said:
        return literal(said)
    said = said.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    paragraphs = [textwrap.wrap(" ".join(part.split()), 76, break_long_words=False,
                                break_on_hyphens=False) for part in said.split("\n\n")]
    return '"""\n' + "\n\n".join(" \\\n".join(part) for part in paragraphs) + '\n"""'


def grouped(number):
    return f"{number:_}" if abs(number) >= 10_000 else str(number)


def formatted(text):
    with tempfile.NamedTemporaryFile("w", suffix=".swift") as file:
        file.write(text)
        file.flush()
        return subprocess.run(
            ["swift", "format", "--configuration", ".swift-format", file.name],
            check=True, capture_output=True, text=True).stdout


def write_or_check(mode, files, present, target):
    """Writes the files, or ends with an error unless they are present as they would be written."""
    if mode == "write":
        for path in set(present) - files.keys():
            path.unlink()
        for path, text in files.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return
    texts = {path: path.read_text() for path in present}
    if files != texts:
        stale = sorted(str(path) for path in files.keys() | texts.keys()
                       if files.get(path) != texts.get(path))
        sys.exit(f"stale: {', '.join(stale)}: run 'make {target}' and review the difference.")
    print(f"What 'make {target}' writes is up to date.")
