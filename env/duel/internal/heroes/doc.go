// Package heroes holds the feats and traits of Heroes, each in a file of its own,
// feat_NAME.go or trait_NAME.go, and how Heroes are bought and drafted: muster.go,
// draft.go, shapes.go. skills.go lists the feats and traits. How to write one is said
// at turn.Skill; what all of them share is the rule in heroes.go and the machinery in
// package turn.
package heroes
