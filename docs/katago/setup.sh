#!/bin/sh
# Sets up a KataGo that answers the queries of `fupan review export`, for whoever has none.
#
#     docs/katago/setup.sh FOLDER
#
# Takes the program from the published wheel katrain 1.20.0 (an AppImage, which is unpacked and not run) and a small
# network from katrain 1.12.3. Needs python3 with pip, unzip, and an OpenCL: where there is no graphics card,
# Debian's pocl-opencl-icd lets the processor do the work (`apt-get install pocl-opencl-icd`). The first start tunes
# for some minutes. Writes FOLDER/katago.sh, which reads queries on stdin and writes answers on stdout, and
# FOLDER/katago.json, which says what was set up; `fupan review import --engine` takes that file.
set -eu

folder=${1:?usage: setup.sh FOLDER}
visits=${VISITS:-16}
mkdir -p "$folder/wheels"
folder=$(cd "$folder" && pwd)

# The wheels name the Pythons they run on; they are only unpacked here, so any Python fetches both.
wheel() {
    found() { find "$folder/wheels" -iname "katrain-$1-*.whl"; }
    [ -n "$(found "$1")" ] || python3 -m pip download --quiet --no-deps --only-binary=:all: \
        --python-version "$2" --dest "$folder/wheels" "katrain==$1" >&2
    found "$1"
}
if [ ! -x "$folder/program/AppRun" ]; then
    unzip -q -o -j "$(wheel 1.20.0 3.12)" 'katrain/KataGo/katago' -d "$folder"
    chmod +x "$folder/katago"
    (cd "$folder" && ./katago --appimage-extract >/dev/null && rm -rf program && mv squashfs-root program)
fi
network=$(ls "$folder"/g170e-b15c192*.bin.gz 2>/dev/null || true)
if [ -z "$network" ]; then
    unzip -q -o -j "$(wheel 1.12.3 3.10)" 'katrain/models/g170e-b15c192*.bin.gz' -d "$folder"
    network=$(ls "$folder"/g170e-b15c192*.bin.gz)
fi

# No path stands in the settings, whose hash is recorded: in another folder they are the same. The number of visits
# does; where `fupan review export --visits` asks for another, tell `fupan review import --visits` so.
# One position at a time and no symmetries drawn by lot, so that two runs differ as little as the engine allows.
cat > "$folder/analysis.cfg" <<CONFIG
reportAnalysisWinratesAs = BLACK
maxVisits = $visits
numAnalysisThreads = 1
numSearchThreadsPerAnalysisThread = 1
nnMaxBatchSize = 1
nnRandomize = false
searchRandSeed = fupan
CONFIG

cat > "$folder/katago.sh" <<RUN
#!/bin/sh
exec "$folder/program/AppRun" analysis -config "$folder/analysis.cfg" -model "$network" \\
    -override-config "logDir=$folder/logs,homeDataDir=$folder/data" "\$@"
RUN
chmod +x "$folder/katago.sh"

version=$("$folder/program/AppRun" version | head -1 | sed 's/^KataGo v//')
hash() { sha256sum "$1" | cut -d' ' -f1; }
cat > "$folder/katago.json" <<ENGINE
{"program":"KataGo","version":"$version","network":"$(basename "$network" .bin.gz)","network_sha256":"$(hash "$network")","settings_sha256":"$(hash "$folder/analysis.cfg")","visits":$visits}
ENGINE
echo "ready: $folder/katago.sh < queries.jsonl > answers.jsonl" >&2
