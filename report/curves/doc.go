// Package curves turns the metrics of training runs into learning curves: runs that
// differ in their seeds alone are one curve, a mean over seeds with its interval, and the
// curves of several configurations lie over one another. It reads no files: see ringer
// curves.
package curves
