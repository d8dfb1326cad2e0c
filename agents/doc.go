// Package agents says what an agent is: something that, shown views of the
// seats it plays, gives a distribution over their legal actions. The kinds of
// agents live in agents/<kind>, and agents/roster is the table of them all.
//
// An agent never holds a state, so that it cannot look at what its seat may
// not know.
package agents
