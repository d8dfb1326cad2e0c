package scene

import "fmt"

// IDs numbers the things of one kind that a scene shows: "lookout", "lookout.2". Such an
// id follows from what the viewer sees, so it tells nothing more; a thing of which there
// is one keeps its id wherever it goes. The zero value is ready.
type IDs struct{ seen map[string]int }

// Next returns the id of the next thing of a kind.
func (x *IDs) Next(kind string) string {
	if x.seen == nil {
		x.seen = map[string]int{}
	}
	x.seen[kind]++
	if n := x.seen[kind]; n > 1 {
		return fmt.Sprintf("%s.%d", kind, n)
	}
	return kind
}
