// Checks a bundle's folder with Go's own packages for transparency logs, none of
// ours: golang.org/x/mod/sumdb/note reads the signed checkpoint,
// golang.org/x/mod/sumdb/tlog hashes the entries and checks the proofs.
//
//	check VKEY FOLDER [FROM TO HASH...]
//
// FOLDER is an unpacked bundle. With FROM, TO and base64 hashes it also checks
// that the first FROM entries are the beginning of the first TO. It ends with
// status 1 and a sentence at the first thing that is wrong.
package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func need(err error, what string) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		os.Exit(1)
	}
}

func hash(text string) tlog.Hash {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err == nil && len(raw) != tlog.HashSize {
		err = fmt.Errorf("%d bytes", len(raw))
	}
	need(err, "hash "+text)
	var h tlog.Hash
	copy(h[:], raw)
	return h
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	need(err, "number "+text)
	return n
}

// checkpoint opens a signed note and reads its three lines.
func checkpoint(signed []byte, key note.Verifier, where string) (int64, tlog.Hash) {
	opened, err := note.Open(signed, note.VerifierList(key))
	need(err, where)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != key.Name() {
		need(fmt.Errorf("%q", opened.Text), where)
	}
	return number(lines[1]), hash(lines[2])
}

type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var out []tlog.Hash
	for _, i := range indexes {
		out = append(out, s[i])
	}
	return out, nil
}

func main() {
	key, err := note.NewVerifier(os.Args[1])
	need(err, "key")
	folder := os.Args[2]
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, name))
		need(err, name)
		return data
	}

	size, root := checkpoint(read("checkpoint"), key, "checkpoint")
	entries := bytes.Split(bytes.TrimSuffix(read("entries.jsonl"), []byte("\n")), []byte("\n"))
	if int64(len(entries)) != size {
		need(fmt.Errorf("%d entries, %d signed", len(entries), size), "entries.jsonl")
	}
	var tree stored
	for i, entry := range entries {
		hashes, err := tlog.StoredHashes(int64(i), entry, tree)
		need(err, "entries.jsonl")
		tree = append(tree, hashes...)
	}
	computed, err := tlog.TreeHash(size, tree)
	need(err, "entries.jsonl")
	if computed != root {
		need(fmt.Errorf("root %v, signed %v", computed, root), "entries.jsonl")
	}
	fmt.Printf("%d entries, root %v, signed by %s\n", size, root, key.Name())

	proofs, err := filepath.Glob(filepath.Join(folder, "proofs", "*.tlog-proof"))
	need(err, "proofs")
	for _, path := range proofs {
		text, err := os.ReadFile(path)
		need(err, path)
		head, signed, _ := bytes.Cut(text, []byte("\n\n"))
		lines := strings.Split(string(head), "\n")
		if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
			need(fmt.Errorf("%q", lines[0]), path)
		}
		lines = lines[1:]
		if strings.HasPrefix(lines[0], "extra ") {
			lines = lines[1:]
		}
		index := number(strings.TrimPrefix(lines[0], "index "))
		var proof tlog.RecordProof
		for _, line := range lines[1:] {
			proof = append(proof, hash(line))
		}
		proofSize, proofRoot := checkpoint(signed, key, path)
		need(tlog.CheckRecord(proof, proofSize, proofRoot, index, tlog.RecordHash(entries[index])), path)
		fmt.Printf("entry %d is in %d entries\n", index, proofSize)
	}

	if len(os.Args) > 4 {
		from, to := number(os.Args[3]), number(os.Args[4])
		var proof tlog.TreeProof
		for _, text := range os.Args[5:] {
			proof = append(proof, hash(text))
		}
		before, err := tlog.TreeHash(from, tree)
		need(err, "consistency")
		after, err := tlog.TreeHash(to, tree)
		need(err, "consistency")
		need(tlog.CheckTree(proof, to, after, from, before), "consistency")
		fmt.Printf("the first %d entries begin the first %d\n", from, to)
	}
}
