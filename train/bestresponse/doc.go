// Package bestresponse measures how much an agent can be exploited in a game that is
// too large for an exact best response. It freezes the agent in all seats but one and
// looks for responses in three ways: agents that need no training, networks that begin
// with trained weights (the agent's own, another bot's, an imitation's), and networks that
// begin at random. After a first part of the budget the best networks train on. The best
// response of each seat is chosen on games of their own, and its gain over the agent is
// measured on deals that neither saw. The result is a lower bound: it says that at least so
// much can be gained, with this budget.
package bestresponse
