// Package games has the commands that list, check, count and measure games.
package games
