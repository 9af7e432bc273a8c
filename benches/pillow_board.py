"""Redraws a board's scene with Pillow, smooth by drawing twice as large, and times it.

    python3 benches/pillow_board.py SCENES.json

The scenes come from `JUNQI_SCENES=SCENES.json cargo bench --bench pictures --features picture,players`.
Each is drawn anew, whole, and written as an optimised-for-speed indexed PNG, as a bot that redraws with Pillow
would do it; the font is the project's own, in the size that the tiles need. The median, in
milliseconds, is what the Rust figures are divided into.
"""

import io
import json
import math
import statistics
import sys
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, __version__

FONT = Path(__file__).resolve().parent.parent / "assets" / "fonts" / "JunqiSans-Bold.otf"
SCALE = 2
SIDE = 1088
CELL = 59
DARK, PAPER, FIELD = "#2A261F", "#FFFDF6", "#EDE3CB"
FILL = {"south": "#C8401A", "east": "#2B2B2B", "north": "#1F4E9E", "west": "#56B4E9"}
FONTS = {}


def font(size):
    """The font of that many pixels, loaded once: loading is not drawing."""
    return FONTS.setdefault(size, ImageFont.truetype(str(FONT), size * SCALE))


def outline(seat, x, y, half):
    """The corners of a seat's shape, or none for a disc and a rounded square."""
    cut = half * 0.42
    if seat == "east":
        corners = [(-half, -cut), (-cut, -half), (cut, -half), (half, -cut), (half, cut), (cut, half), (-cut, half),
                   (-half, cut)]
    else:
        corners = [(0, -half), (half, -half * 0.36), (half, half), (-half, half), (-half, -half * 0.36)]
    return [(x + right, y + down) for right, down in corners]


def shape(draw, seat, x, y, half, ink):
    box = (x - half, y - half, x + half, y + half)
    if seat == "south":
        draw.rounded_rectangle(box, half * 0.22, fill=ink)
    elif seat == "west":
        draw.ellipse(box, fill=ink)
    else:
        draw.polygon(outline(seat, x, y, half), fill=ink)


def railway(draw, way):
    """A dark band with light sleepers."""
    draw.line(way, fill="#454038", width=round(CELL * 0.15 * SCALE))
    dash = CELL * 0.125 * SCALE
    for (x1, y1), (x2, y2) in zip(way, way[1:]):
        length = math.hypot(x2 - x1, y2 - y1)
        dashes = max(1, round(length / (2 * dash)))
        for index in range(dashes):
            start, end = (index + 0.25) / dashes, (index + 0.75) / dashes
            draw.line([(x1 + (x2 - x1) * start, y1 + (y2 - y1) * start), (x1 + (x2 - x1) * end, y1 + (y2 - y1) * end)],
                      fill=PAPER, width=round(CELL * 0.082 * SCALE))


def frame(scene):
    """One board, from nothing to PNG."""
    image = Image.new("RGB", (SIDE * SCALE, SIDE * SCALE), "#D9CBA6")
    draw = ImageDraw.Draw(image)
    at = lambda spot: (spot[0] * SCALE, spot[1] * SCALE)
    for left, top, right, bottom in scene["plots"]:
        draw.rounded_rectangle((left * SCALE, top * SCALE, right * SCALE, bottom * SCALE), 9 * SCALE, fill=FIELD)
    for way in scene["roads"]:
        draw.line([at(spot) for spot in way], fill="#B79B68", width=round(CELL * 0.055 * SCALE))
    for way in scene["railways"]:
        railway(draw, [at(spot) for spot in way])
    unit = CELL * SCALE
    for kind, spot in scene["points"]:
        x, y = at(spot)
        if kind == "camp":
            for radius, ink in ((0.41, "#4B783B"), (0.37, "#BFD8A4"), (0.27, "#4B783B"), (0.23, "#BFD8A4")):
                radius *= unit
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
        else:
            boxes = [(0.29, 0.21, DARK), (0.25, 0.17, PAPER)]
            if kind == "headquarters":
                boxes = [(0.42, 0.36, DARK), (0.38, 0.32, "#F6D592"), (0.31, 0.25, DARK), (0.27, 0.21, "#F6D592")]
            for wide, high, ink in boxes:
                draw.rounded_rectangle((x - wide * unit, y - high * unit, x + wide * unit, y + high * unit),
                                       high * 0.35 * unit, fill=ink)
    for text, spot in scene["coordinates"]:
        draw.text(at(spot), text, fill=DARK, font=font(29), anchor="mm")
    for seat, spot, text in scene["pieces"]:
        x, y = at(spot)
        half = CELL * 0.455 * SCALE
        for inset, ink in ((0, DARK), (1.8, PAPER), (4.1, FILL[seat])):
            shape(draw, seat, x, y, half - inset * SCALE, ink)
        if text:
            draw.text((x, y), text, fill=DARK if seat == "west" else PAPER, font=font(36), anchor="mm")
        else:
            shape(draw, seat, x, y, half * 0.42, "#888888")
    if scene["last"]:
        way = [at(spot) for spot in scene["last"]]
        for width, ink in ((12, PAPER), (7, "#A0116B")):
            draw.line(way, fill=ink, width=width * SCALE, joint="curve")
    for seat, (x, y), name, line in scene["panels"]:
        x, y = x * SCALE, y * SCALE
        draw.rounded_rectangle((x - 160 * SCALE, y - 92 * SCALE, x + 160 * SCALE, y + 92 * SCALE), 16 * SCALE,
                               fill="#CBBB92")
        shape(draw, seat, x - 102 * SCALE, y - 36 * SCALE, 43 * SCALE, FILL[seat])
        draw.text((x + 50 * SCALE, y - 36 * SCALE), line, fill=DARK, font=font(52), anchor="mm")
        draw.text((x, y + 50 * SCALE), name, fill=DARK, font=font(47), anchor="mm")
    small = image.resize((SIDE, SIDE), Image.Resampling.BOX).quantize(255, method=Image.Quantize.FASTOCTREE)
    bytes_ = io.BytesIO()
    small.save(bytes_, "PNG", compress_level=6)
    return bytes_.getvalue()


def main():
    scenes = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for name, scene in scenes.items():
        frame(scene)
        times = []
        for _ in range(25):
            start = time.perf_counter()
            png = frame(scene)
            times.append((time.perf_counter() - start) * 1000)
        print(f"pillow {__version__} {name}: median {statistics.median(times):.1f} ms, {len(png)} bytes")
        if len(sys.argv) > 2:
            Path(sys.argv[2], f"pillow_{name}.png").write_bytes(png)


main()
