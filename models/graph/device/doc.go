// Package device holds what the graphs of package graph want of a device that is not the host:
// batches of several goroutines that go together into one call, and a device that is simulated, by which
// to measure how busy they keep one.
//
// Networks and graphs are not known here.
package device
