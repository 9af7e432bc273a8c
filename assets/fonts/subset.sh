#!/bin/sh
# Makes JunqiSans-Bold.otf from Noto Sans CJK TC Bold (see README.md beside this file).
# Usage: subset.sh [NotoSansCJK-Bold.ttc]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=${1:-/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Latin with its accents, punctuation, kana; then the characters that Taiwan's and China's standards
# call most common: Big5 level 1 (5,401) and GB 2312 level 1 (3,755).
python3 - >"$work/characters.txt" <<'PYTHON'
def decoded(codec, firsts, seconds):
    for first in firsts:
        for second in seconds:
            try:
                yield bytes([first, second]).decode(codec)
            except UnicodeDecodeError:
                pass

singles = [range(0x20, 0x7F), range(0xA0, 0x180), range(0x2010, 0x2027), range(0x3000, 0x3020),
           range(0x3041, 0x3097), range(0x30A0, 0x3100), range(0xFF01, 0xFF5F)]
characters = {chr(code) for block in singles for code in block}
characters |= set("←↑→↓×✓…·•—–′″※○●□■△▲▽▼☆★")
characters |= set(decoded("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)]))
characters |= set(decoded("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)))
print("".join(sorted(characters)))
PYTHON

pyftsubset "$source" --font-number=3 --text-file="$work/characters.txt" \
    --output-file="$work/subset.otf" --layout-features=kern --no-hinting --desubroutinize \
    --notdef-outline --drop-tables+=GSUB,GPOS,vhea,vmtx,VORG,BASE,STAT --name-IDs=0,1,2,4,5,6,7,13,14 \
    --name-languages=0x409

# A changed font goes by a name of its own; copyright and licence stay as they are.
python3 - "$work/subset.otf" "$here/JunqiSans-Bold.otf" <<'PYTHON'
import sys
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1], recalcTimestamp=False)
own = {1: "Junqi Sans", 2: "Bold", 4: "Junqi Sans Bold", 6: "JunqiSans-Bold"}
for record in font["name"].names:
    if record.nameID in own:
        record.string = own[record.nameID]
top = font["CFF "].cff
top.fontNames = ["JunqiSans-Bold"]
top.topDictIndex[0].FullName = "Junqi Sans Bold"
top.topDictIndex[0].FamilyName = "Junqi Sans"
font.save(sys.argv[2])
PYTHON
ls -l "$here/JunqiSans-Bold.otf"
