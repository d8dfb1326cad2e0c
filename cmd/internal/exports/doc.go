// Package exports makes bot files of runs and carries them to games of this version.
package exports
