// Package sequenceform solves two-seat zero-sum games exactly by one linear
// program over realisation plans: Koller, Megiddo and von Stengel, "Fast
// algorithms for finding randomized strategies in game trees" (1994).
//
// The program has a row and a column for every sequence and every information
// set, so it is for small games; package train/cfr comes close on larger ones.
package sequenceform
