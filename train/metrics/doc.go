// Package metrics writes the numbers of a run: one JSON object a line for
// programs, and TensorBoard event records for curves. It
// writes to an io.Writer and knows nothing of training.
package metrics
