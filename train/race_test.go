package train_test

import "testing"

// slowWhenRaced leaves a test out under the race detector, which makes training twenty
// times slower: other tests run the same goroutines.
func slowWhenRaced(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("trains: too slow under the race detector")
	}
}
