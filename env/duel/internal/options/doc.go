// Package options holds the optional rules of DUEL, each in a file named after it.
// rules.go lists them with what switches them on, and in which order they hook the
// turn; tasks.go lists the tasks that they push. What several rules and the engine share
// is in package turn; scenarios and feats are in wings of their own.
package options
