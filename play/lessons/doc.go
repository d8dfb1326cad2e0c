// Package lessons holds what a first game teaches: for each game, and for each role of a game whose sides differ, a file that
// names a deal and a seat, and
// says what is new when it first matters, in a sentence, with the reason why one would do it and
// the paragraph of the rules behind it. It also holds what invites people to the game.
//
// A lesson knows its moment by data: the kind of a decision, a number, a thing. No lesson looks at
// words. What a table looks like is in env/scene, and who sits at it in play/session.
package lessons
