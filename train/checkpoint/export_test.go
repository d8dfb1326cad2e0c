package checkpoint

// WatchRenames calls see before every rename, until the function that it returns is
// called.
func WatchRenames(see func(from, to string)) (stop func()) {
	rename = func(from, to string) error {
		see(from, to)
		return move(from, to)
	}
	return func() { rename = move }
}
