// Package things lists the things of the games that people play for: cards, Jobs,
// formations, feats, moves. It gives each a name and the words that the game prints, and
// says who has it and which action plays it, so that a study can ask what it is worth.
package things
