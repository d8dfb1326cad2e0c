// Package clustertest puts a bad wire between clients and a server, for tests of what has to
// stand one.
package clustertest
