"""Cuts the fonts of the app from @fontsource-variable/onest: python3 cut.py (pip install fonttools brotli).

Its files are one font in parts by script. Two weights of each are cut, put together, and made one variable font again: between 400 and 700 Onest is drawn
in a straight line, so that every outline and width is the original's, within one unit of 1000.
"""

from pathlib import Path

from fontTools import merge, subset
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.ttLib import TTFont
from fontTools.varLib import build, instancer

HERE = Path(__file__).parent
FILES = HERE.parents[3] / "node_modules/@fontsource-variable/onest/files"
WEIGHTS = (400, 700)
# What a Russian page is written in, and Latin letters, which it may do without: the ranges of styles/fonts.css.
TEXT = {
    "cyrillic": "0401 0410-044F 0451 2116",
    "latin": "0020-0040 005B-0060 007B-007E 00A0 00A9 00AB 00B7 00BB 00D7 2009 2013-2014 2018-2019 201C-201E 2022 2026 2212",
    "latin-ext": "20BD",
}
LETTERS = {"latin": "0041-005A 0061-007A"}


def cut(part, ranges, weight):
    font = TTFont(FILES / f"onest-{part}-wght-normal.woff2")
    font = instancer.instantiateVariableFont(font, {"wght": weight})
    options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp"], hinting=False, notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(ranges.replace(" ", ",")))
    subsetter.subset(font)
    font.flavor = None
    return font


def write(name, parts):
    space = DesignSpaceDocument()
    space.addAxis(AxisDescriptor(name="Weight", tag="wght", minimum=WEIGHTS[0], default=WEIGHTS[0], maximum=WEIGHTS[-1]))
    for weight in WEIGHTS:
        files = [HERE / f"{part}-{weight}.ttf" for part in parts]
        for file, (part, ranges) in zip(files, parts.items()):
            cut(part, ranges, weight).save(file)
        whole = merge.Merger().merge([str(file) for file in files])
        for file in files:
            file.unlink()
        space.addSource(SourceDescriptor(font=whole, location={"Weight": weight}, styleName=str(weight)))
    font, _, _ = build(space)
    for table in ("MVAR", "STAT"):
        if table in font:
            del font[table]
    font.flavor = "woff2"
    font.save(HERE / f"onest-{name}.woff2")


write("text", TEXT)
write("latin", LETTERS)
