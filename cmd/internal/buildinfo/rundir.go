package buildinfo

// OrNothing returns a part of a build, or that nobody knows it.
func OrNothing(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
