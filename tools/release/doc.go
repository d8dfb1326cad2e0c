// Command release makes the files of a release: the program for every platform in an
// archive with its licences, completions and manual pages, the Python package with the program
// inside as a wheel, recipes of package managers, a container image, a bill of materials and
// checksums.
//
//	go run ./release -out bin/release -platforms 'linux/amd64 linux/arm64'
//
// The same commit gives the same bytes with the same toolchain, in whatever folder, at
// whatever time and under whatever umask it is built. The version and the time in the
// files are those that the Go command stamps into the program: the tag of the commit or a
// pseudo-version of it, with +dirty where the tree has changes that are not committed,
// and the time of the commit.
//
// With -check it makes nothing, and looks at a release as those do who download it:
// checksums, files and their modes, the bill of materials beside what each program says of
// itself, recipes; on this machine's platform, and where there is an emulator on arm64, it
// plays a game, trains a bot and plays with it.
//
// Exit status 1 when a build or a check fails, 2 for bad input. Nothing is written to -out before
// all of it is there.
package main
