// Package replay keeps one episode as text: JSON lines that a person can read
// and a diff can show.
//
//	{"format":"ringer-replay/1","game":"kuhn","spec_hash":"…","seed":7,"agents":["human","greedy"],"rules":{"players":2}}
//	{"step":1,"player":-1,"action":2,"name":"…"}
//	{"step":2,"player":0,"action":1,"name":"bet"}
//	…
//	{"returns":[-1,1]}
//
// The header comes first. Then one line an action, chance included (player
// -1), and, once the game is over, the returns. A replay without returns is an
// unfinished game; it can be resumed.
//
// The reader is strict: it refuses a line that it does not understand, with the
// number of the line. Play applies the actions to a game and refuses a replay
// that does not fit it. Only ReadFile and WriteFile touch the disk.
package replay
