// Package cards says what a card of PAYDAY DUEL is: as it is written in a configuration (card.go), as the tables that the rules
// read (deck.go, and compile.go, which finds every fault on the way), and in words (words.go). effect.go has the vocabulary of
// effects: operations, targets, scopes and conditions. No card is played here, and no table is known: who carries an
// operation out is the game's.
package cards
