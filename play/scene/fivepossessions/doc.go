// Package fivepossessions makes the scenes of 5 Possessions: the lanes of a drive, the
// hands, and what has been seen.
package fivepossessions
