// Package matrixgame solves games in which every seat chooses once and at the
// same time, given as a table of payoffs: values and
// equilibria. Trees are solved by package eval/sequenceform.
package matrixgame
