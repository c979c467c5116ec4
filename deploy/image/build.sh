#!/bin/sh
# Installs the service into a new virtual environment, pinned with hashes: build.sh TARGET, in the repository's root.
set -eu
target=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip="-m pip --quiet --disable-pip-version-check"

# Only a recent pip takes hashes from a constraints file, so pip comes from the lock first.
sed -n '/^pip==/,/# via/p' requirements.lock > "$work/pip.lock"
for place in "$target" "$work/build"; do
    python3 -m venv "$place"
    "$place/bin/python" $pip install --require-hashes --requirement "$work/pip.lock"
done

"$work/build/bin/python" $pip install --only-binary :all: --constraint requirements.lock hatchling
"$work/build/bin/python" $pip wheel --no-deps --no-build-isolation --wheel-dir "$work" .
"$target/bin/python" $pip install --no-deps "$work"/acey_deucey-*.whl
"$target/bin/python" $pip install --only-binary :all: --constraint requirements.lock acey-deucey
# What runs needs no installer.
"$target/bin/python" $pip uninstall --yes pip
