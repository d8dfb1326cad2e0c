// Package disk reads files that may be anything: a device, a pipe that nobody
// writes to, or larger than memory. It returns the bytes of a regular file up to a
// limit, and an error for all else.
//
// It also locks files, so that two processes do not write in one folder.
//
// Nothing here knows what a file means.
package disk
