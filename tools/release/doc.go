// Command release makes the files of a release: the program for every platform in an
// archive with its licences, completions and manual pages, a container image, a bill of
// materials and checksums.
//
//	go run ./release -out bin/release -platforms 'linux/amd64 linux/arm64'
//
// The same commit gives the same bytes with the same toolchain, in whatever folder, at
// whatever time and under whatever umask it is built. The version and the time in the
// files are those that the Go command stamps into the program: the tag of the commit or a
// pseudo-version of it, with +dirty where the tree has changes that are not committed,
// and the time of the commit.
//
// Exit status 1 when a build fails, 2 for bad input. Nothing is written to -out before
// all of it is there.
package main
