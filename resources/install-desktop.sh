#!/bin/sh
# Puts Candid into this person's menu, with its icon, so that it opens by double-click:
#   install-desktop.sh [PROGRAM]
# PROGRAM is the `candid` to start; without it, the one beside this script's bundle or in the PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bundled=$(cd "$here/../.." && pwd)/candid
if [ $# -gt 0 ]; then program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
elif [ -x "$bundled" ] && [ ! -d "$bundled" ]; then program=$bundled
else program=$(command -v candid) || { echo "No candid found: name the program, for example: $0 .venv/bin/candid" >&2; exit 1; }
fi
case $program in
  *'"'* | *'`'* | *'$'* | *'\'*) echo "A desktop entry cannot start a program whose path holds quotes, \$ or \\: move $program elsewhere." >&2; exit 1 ;;
esac
target=${XDG_DATA_HOME:-$HOME/.local/share}
for size in 16 24 32 48 64 128 256 512; do
  mkdir -p "$target/icons/hicolor/${size}x$size/apps"
  cp "$here/icons/candid-$size.png" "$target/icons/hicolor/${size}x$size/apps/candid.png"
done
mkdir -p "$target/applications"
escaped=$(printf '%s' "$program" | sed -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')
sed "s|^Exec=candid|Exec=\"$escaped\"|" "$here/candid.desktop" > "$target/applications/candid.desktop"
chmod +x "$target/applications/candid.desktop"
if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$target/applications" || true; fi
echo "Candid is in the menu: $target/applications/candid.desktop"
