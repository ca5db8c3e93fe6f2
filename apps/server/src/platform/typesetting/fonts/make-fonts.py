#!/usr/bin/env python3
"""Cuts the fonts of printed documents out of Debian's Noto packages.

Run it again only to change which characters the fonts hold; the results are kept beside it.

    apt-get download fonts-noto-core fonts-noto-extra fonts-noto-mono fonts-noto-cjk
    for package in *.deb; do dpkg-deb -x "$package" unpacked; done
    python3 make-fonts.py unpacked/usr/share/fonts .

Families get names of their own: Typst also sees the fonts of the machine it runs on, and a document must
not change with them.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

ALL = [(0x20, 0x10FFFF)]
# The zero-width space is where a long address may be broken.
ASCII = [(0x20, 0x7E), (0x200B, 0x200B)]
MATH = [(0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF), (0x25A0, 0x25FF), (0x27C0, 0x27FF)]
PICTURES = [(0x2000, 0x2BFF)]
# Unified ideographs with extension A, kana, bopomofo, Hangul, full-width forms, compatibility forms.
CJK = [
    (0x2E80, 0x2FDF),
    (0x3000, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE10, 0xFE4F),
    (0xFF00, 0xFFEF),
]
TEXT_FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]

# source file, face within it, characters, layout features, family, result
FONTS = [
    ("truetype/noto/NotoSans-Light.ttf", -1, ALL, TEXT_FEATURES, "Plumbline Sans", "PlumblineSans-Light.ttf"),
    ("truetype/noto/NotoSans-Regular.ttf", -1, ALL, TEXT_FEATURES, "Plumbline Sans", "PlumblineSans-Regular.ttf"),
    ("truetype/noto/NotoSans-SemiBold.ttf", -1, ALL, TEXT_FEATURES, "Plumbline Sans", "PlumblineSans-SemiBold.ttf"),
    ("truetype/noto/NotoSansMono-Regular.ttf", -1, ASCII, [], "Plumbline Mono", "PlumblineMono-Regular.ttf"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", 2, CJK, [], "Plumbline CJK", "PlumblineCJK-Regular.otf"),
    ("truetype/noto/NotoSansMath-Regular.ttf", -1, MATH, [], "Plumbline Math", "PlumblineMath-Regular.ttf"),
    ("truetype/noto/NotoSansSymbols-Regular.ttf", -1, ALL, [], "Plumbline Symbols", "PlumblineSymbols-Regular.ttf"),
    ("truetype/noto/NotoSansSymbols2-Regular.ttf", -1, PICTURES, [], "Plumbline Symbols2", "PlumblineSymbols2-Regular.ttf"),
] + [
    (f"truetype/noto/NotoSans{script}-Regular.ttf", -1, ALL, ["*"], f"Plumbline {script}", f"Plumbline{script}-Regular.ttf")
    for script in ("Arabic", "Hebrew", "Thai", "Devanagari", "Armenian", "Georgian")
]


def cut(source, face, characters, features):
    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.layout_features = features
    options.name_IDs = ["*"]
    font = TTFont(source, fontNumber=face)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in characters for c in range(first, last + 1)])
    subsetter.subset(font)
    return font


def rename(font, family, result):
    names = font["name"]
    style = Path(result).stem.split("-")[1]
    for name_id in (3, 16, 17, 21, 22):
        names.removeNames(nameID=name_id)
    given = {1: family, 2: style, 4: f"{family} {style}", 6: Path(result).stem}
    for record in list(names.names):
        if record.nameID in given:
            names.setName(given[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID)
    if "CFF " in font:
        font["CFF "].cff.fontNames[0] = given[6]


def map_in_groups(font):
    """Keeps one character map of groups: the older form has room for 65,535 bytes, and Chinese letters beyond
    them are lost to readers that take its length at its word."""
    characters = font.getBestCmap()
    groups = CmapSubtable.newSubtable(12)
    groups.platformID, groups.platEncID, groups.language = 3, 10, 0
    groups.cmap = characters
    font["cmap"].tables = [groups]


def main(fonts, folder):
    for source, face, characters, features, family, result in FONTS:
        font = cut(Path(fonts) / source, face, characters, features)
        rename(font, family, result)
        map_in_groups(font)
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        font.save(Path(folder) / result)


if __name__ == "__main__":
    main(*sys.argv[1:])
