#!/usr/bin/env python3
"""accuracy_tables.py: puts what cujit-bench-accuracy said into docs/math.md

    python3 bench/accuracy_tables.py HOST GPU

Each is a file with its output; the tables that it has are replaced, the rest of the document stays.
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


def table(host, gpu):
    out = ["| | host: most | at | mean | cuda: most | at | mean |", "| --- | --- | --- | --- | --- | --- | --- |"]
    wrong = []
    for name, ours in host.items():
        theirs = gpu.get(name, ["-", "", "-", "right"])
        out.append("| " + " | ".join([name] + ours[:3] + theirs[:3]) + " |")
        wrong += [f"{name} on {device}: {cells[3]}" for device, cells in (("host", ours), ("cuda", theirs))
                  if cells[3] != "right"]
    out += ["", "NaN and the signs of zeros: " + ("right." if not wrong else "right, but for")]
    return "\n".join(out + ["- " + text for text in wrong])


def main(host_path, gpu_path):
    (host, host_head), (gpu, gpu_head) = read(host_path), read(gpu_path)
    document = pathlib.Path(__file__).parent.parent / "docs" / "math.md"
    before, tables, behind = document.read_text(encoding="utf-8").split(MARK)
    head, *sections = tables.split("\n### ")
    texts = {kind: text.strip() for kind, text in (section.split("\n", 1) for section in sections)}
    if not set(texts) - set(host):
        head = f"- `host`: {host_head}\n- `cuda`: {gpu_head or 'not measured yet'}\n"
    texts.update((kind, table(rows, gpu.get(kind, {}))) for kind, rows in host.items())
    tables = "".join(f"\n### {kind}\n\n{text}\n" for kind, text in texts.items())
    document.write_text(MARK.join([before, head + tables, behind]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
