"""A plot as SVG: shares over numbers of workers, which double from mark to mark.

``python -m effigy_ray.plot FILE.svg NAME=FILE.json...`` draws the efficiencies that ``effigy_ray.simulate --json`` told."""

import json
import math
import sys
from html import escape

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 400, 60, 40, 50
#: Where labels of lines begin.
RIGHT = 430
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f"]


def plot(title, lines):
    """Lines of a name and points, each a number of workers and a share from 0 to 1."""
    most = max(workers for _, points in lines for workers, _ in points)
    marks = max(1, math.ceil(math.log2(most)))

    def place(workers, share):
        x = LEFT + (RIGHT - LEFT) * math.log2(workers) / marks
        return f"{x:.1f},{TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(share, 1)):.1f}"

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="24" font-size="16" text-anchor="middle">{escape(title)}</text>',
        f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">workers</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        (left, y), (right, _) = (place(w, share).split(",") for w in (1, 2**marks))
        dash = "" if share in (0, 0.5) else ' stroke-dasharray="2,3"'
        out.append(f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="#999"{dash}/>')
        out.append(f'<text x="{LEFT - 8}" y="{float(y) + 4}" text-anchor="end">{100 * share:.0f} %</text>')
    for mark in range(marks + 1):
        x, y = place(2**mark, 0).split(",")
        out.append(f'<text x="{x}" y="{float(y) + 18}" text-anchor="middle">{2**mark}</text>')
    for number, (name, points) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        places = " ".join(place(*point) for point in points)
        out.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 12 + 18 * number
        out.append(f'<text x="{RIGHT + 14}" y="{y}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])


def efficiencies(named):
    """The plot of results of the simulator, pairs of a name and the object that it printed."""
    lines = [(name, [(r["workers"], r["efficiency"]) for r in found["results"]]) for name, found in named]
    return plot("Efficiency over workers, simulated", lines)


def main(arguments):
    """The command."""
    out, *named = arguments
    pairs = [text.rsplit("=", 1) for text in named]
    with open(out, "w") as file:
        file.write(efficiencies([(name, load(path)) for name, path in pairs]))


def load(path):
    """What is in a file of JSON."""
    with open(path) as file:
        return json.load(file)


if __name__ == "__main__":
    main(sys.argv[1:])
