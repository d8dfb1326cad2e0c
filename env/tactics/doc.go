// Package tactics is the table of opinions about games: who judges positions of
// a game, and which observation wrappers there are for it.
//
// A game shows and rules facts. What to make of them (evaluation, odds,
// forecasts, opponent models, prices) lives in env/tactics/<game>, in one place
// for greedy, the experts and the trainers. A tuned opinion changes no game: not
// its rules, not its observation, not its hash.
package tactics
