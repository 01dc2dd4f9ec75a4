#!/usr/bin/env python3
"""accuracy_tables.py: puts what cujit-bench-accuracy said into docs/math.md

    python3 bench/accuracy_tables.py HOST GPU

Each is a file with its output; the tables are replaced, the rest of the document stays.
"""
import pathlib
import sys

MARK = "<!-- tables of bench/accuracy_tables.py -->\n"


def read(path):
    """{type: {function: (most, at, mean, wrong)}} and the first line's words."""
    tables, table, head = {}, None, ""
    for line in open(path, encoding="utf-8"):
        if line.startswith("device: "):
            head = line.strip()[len("device: "):]
        elif line.startswith("## "):
            table = tables.setdefault(line[3:].strip(), {})
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
            table[cells[0]] = cells[1:5]
    return tables, head


def main(host_path, gpu_path):
    (host, host_head), (gpu, gpu_head) = read(host_path), read(gpu_path)
    out = [f"- `host`: {host_head}", f"- `cuda`: {gpu_head or 'not measured yet'}"]
    for kind, rows in host.items():
        out += ["", f"### {kind}", "", "| | host: most | at | mean | cuda: most | at | mean |",
                "| --- | --- | --- | --- | --- | --- | --- |"]
        wrong = []
        for name, ours in rows.items():
            theirs = gpu.get(kind, {}).get(name, ["-", "", "-", "right"])
            out.append("| " + " | ".join([name] + ours[:3] + theirs[:3]) + " |")
            wrong += [f"{name} on {device}: {cells[3]}" for device, cells in (("host", ours), ("cuda", theirs))
                      if cells[3] != "right"]
        out += ["", "NaN and the signs of zeros: " + ("right." if not wrong else "right, but for")]
        out += ["- " + text for text in wrong]
    document = pathlib.Path(__file__).parent.parent / "docs" / "math.md"
    parts = document.read_text(encoding="utf-8").split(MARK)
    parts[1] = "\n".join(out) + "\n"
    document.write_text(MARK.join(parts), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
