"""Checks a bundle's folder with Python packages that we did not write:
rfc8785 (is each entry in canonical form?), pymerkle (does its tree have the
signed root?) and tlog_scales (checkpoint, single proofs).

    check.py VKEY FOLDER

FOLDER is an unpacked bundle. It ends with status 1 at the first thing wrong.
"""

import json
import pathlib
import sys

import pymerkle
import rfc8785
from tlog_scales.signing import Vkey
from tlog_scales.tiles import leaf_hash
from tlog_scales.tlog import Checkpoint, InclusionProof
from tlog_scales.utils import b64dec


def main() -> None:
    key, folder = Vkey.from_string(sys.argv[1]), pathlib.Path(sys.argv[2])
    entries = (folder / "entries.jsonl").read_bytes().split(b"\n")
    if entries.pop() != b"":
        sys.exit("entries.jsonl doesn't end with a line feed")

    for number, entry in enumerate(entries):
        if rfc8785.dumps(json.loads(entry)) != entry:
            sys.exit(f"entry {number} is not in canonical form")
    print(f"{len(entries)} entries in the form of RFC 8785")

    checkpoint = Checkpoint.from_text((folder / "checkpoint").read_text())
    checkpoint.verify(key)
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for entry in entries:
        tree.append_entry(entry)
    if (checkpoint.size, checkpoint.root_hash) != (len(entries), tree.get_state()):
        sys.exit(f"the checkpoint is {checkpoint}, the root {tree.get_state().hex()}")
    print(f"{checkpoint.size} entries give the signed root {checkpoint.root_hash.hex()}")

    for path in sorted(folder.glob("proofs/*.tlog-proof")):
        head, signed = path.read_text().split("\n\n", 1)
        lines = head.split("\n")
        index = next(int(line[6:]) for line in lines if line.startswith("index "))
        hashes = [b64dec(line) for line in lines[1:] if " " not in line]
        checkpoint = Checkpoint.from_text(signed)
        checkpoint.verify(key)
        proof = InclusionProof(index, checkpoint.size, hashes)
        proof.check(leaf_hash(entries[index]), checkpoint.root_hash)
        print(f"entry {index} is in {checkpoint.size} entries")


main()
