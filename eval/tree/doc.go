// Package tree holds a whole small game in flat arrays, for everything exact:
// expected returns, best responses, exploitability and tabular solvers.
//
// A game is walked once, by Build. After that nothing looks at states or
// strings any more: nodes, information sets and actions are numbers.
//
//	node       a history. Node 0 is the start; children have consecutive
//	           numbers, larger than their parent's.
//	infoset    an information set: the nodes at which one seat decides and
//	           which it cannot tell apart. Along every path the numbers of one
//	           seat's infosets grow, so a loop downwards over infosets sees
//	           what follows before what leads there.
//	slot       an action of an infoset: infoset I owns the slots
//	           Offset[I] … Offset[I+1]-1, in the order of its legal actions.
//	           A Policy is one probability a slot.
//	sequence   all choices of one seat on the way to a point. With perfect
//	           recall the last of them determines the others, so a sequence is
//	           a slot, or Root when the seat has not chosen yet.
//
// The arrays serve two kinds of algorithms. Those that walk nodes (sampling)
// use Actor, First, Prob and Infoset. Those that sweep the whole game (CFR, best
// response) need no nodes: they use the terminals with their sequences and
// returns, and the infosets with their parent sequences, which is the
// sequence form of von Stengel, "Efficient computation of behavior strategies"
// (1996), for any number of seats.
//
// Nothing here knows agents or networks: package eval turns an agent into a
// Policy.
package tree
