//go:build !unix

package console

// Resized returns no channel: the size of a screen is asked for before each page.
func Resized() (changes <-chan struct{}, stop func()) { return nil, func() {} }
