//go:build !unix

package shell

// resized returns no channel: the size of a screen is asked for before each page.
func resized() (changes <-chan struct{}, stop func()) { return nil, func() {} }
