// Package agents defines an agent: it reads views of the seats that it plays and
// returns a distribution over the legal actions of each. The kinds of agents live
// in agents/<kind>, and agents/roster is the table of them all.
//
// An agent never holds a state, so that it cannot look at what its seat may
// not know.
package agents
