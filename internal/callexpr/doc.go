// Package callexpr reads and writes call expressions, the form in which games
// and agents are named everywhere: heat, heat(players=4,talk=claims),
// bot(heat-v1,temperature=0.5).
//
// It knows the form only. The tables of games (env/games) and of agents
// (agents/roster) know what a name and its arguments mean.
package callexpr
