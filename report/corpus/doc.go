// Package corpus plays games for the studies of a report and keeps them whole, so that
// many studies count in the same games. It replays them, decision by decision. It knows
// no game.
package corpus
