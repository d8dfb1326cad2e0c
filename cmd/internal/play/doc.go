// Package play has the commands at a table: to play, replay, review and serve one.
package play
