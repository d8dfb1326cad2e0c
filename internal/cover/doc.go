// Package cover makes covering arrays: a few cases in which every pair of values of
// two axes meets at least once. Tests use it to cross parts with their neighbours
// (Cohen, Dalal, Fredman and Patton, "The AETG system", IEEE Transactions on Software
// Engineering 23, 1997).
//
// The package knows nothing of what is crossed. A test of the package that is crossed
// names the axes and says what must hold, whatever the values are.
package cover
