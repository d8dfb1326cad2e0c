package play

import (
	"context"
	"strings"

	"ringer/internal/input"
)

// showTask says what the person is to find, where the table is a puzzle.
func (t *terminal) showTask() {
	if t.Puzzle == nil {
		return
	}
	t.screen.print("\n")
	t.screen.line(bold, "%s", input.Shown(t.Puzzle.Title))
	t.screen.line(plain, "%s", input.Shown(t.Puzzle.Words))
}

// atTask reports whether the person's last decision was the puzzle's.
func (t *terminal) atTask() bool {
	return t.Puzzle != nil && len(t.table.Record().Steps) == len(t.Puzzle.Steps)+1
}

// judge says how the decision of the puzzle does, and reads what comes next. It returns
// false when the person has left.
func (t *terminal) judge(ctx context.Context) (again bool, err error) {
	step := t.table.Record().Steps[len(t.Puzzle.Steps)]
	solved := t.Puzzle.Solves(step.Action)
	t.screen.print("\n")
	t.screen.line(bold, "%s", input.Shown(t.Puzzle.Verdict(step.Action, step.Name, t.saying())))
	if solved {
		t.screen.line(plain, "Enter plays on, q leaves.")
	} else {
		t.screen.line(plain, "again: try once more · solution: have it told · Enter plays on · q leaves")
	}
	for t.screen.err == nil {
		q := question{prompt: t.screen.paint(bold, "> ")}
		if t.Editor == nil {
			t.screen.print(q.prompt)
		}
		line, resized, ok := t.lines.next(ctx, q, t.Resized)
		switch word := strings.ToLower(strings.TrimSpace(line.text)); {
		case !ok:
			t.screen.print("\n")
			return false, t.leave()
		case resized:
			continue
		default:
			if t.Echo {
				t.screen.print(input.Shown(line.text) + "\n")
			}
			switch word {
			case "":
				return true, nil
			case "again", "a":
				return true, t.again()
			case "solution", "s":
				t.screen.line(plain, "%s", input.Shown(t.Puzzle.Told(t.saying())))
			case "q", "quit":
				return false, t.leave()
			default:
				t.screen.line(alarm, "%q: want again, solution, q, or nothing to play on", input.Shown(line.text))
			}
		}
	}
	return false, t.screen.err
}

// again goes back to the task.
func (t *terminal) again() error {
	if err := t.table.Rewind(len(t.Puzzle.Steps)); err != nil {
		return err
	}
	t.forget()
	t.showTask()
	return nil
}
