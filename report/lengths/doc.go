// Package lengths measures how long games are and what they never meet: questions that a
// seat is never asked, actions that are never legal, actions that are legal and never
// taken. It knows no game.
package lengths
