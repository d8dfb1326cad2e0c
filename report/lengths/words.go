package lengths

import "fmt"

// words says that an action is never taken.
func words(a *Action) string {
	return fmt.Sprintf("%q was legal %d times, in %d games, and never taken.", a.Text, a.Legal, a.Games)
}
