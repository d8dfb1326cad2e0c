// Package warm starts the weights of a run from a bot.
//
// The same game and network give an exact copy. Where the game or the network has
// changed, weights are taken over by name: inputs by the names of observation fields
// and of their rows and columns, outputs by the names of action blocks and of their ids
// (env.Block.Names), so that an action keeps its weights where other rules give it
// another number. Ids without names belong together by number in a block of the same
// shape, and are not known in one of another. Inputs that the bot does not know get zero
// weights, so that they change nothing at first; actions that it does not know keep their
// small first weights. Hidden layers must be equal in size.
//
// It opens no file: bots come from package models/botfile, which bounds what it reads.
package warm
