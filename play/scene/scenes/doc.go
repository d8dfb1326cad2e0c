// Package scenes is the table of the builders of scenes: one a game.
package scenes
