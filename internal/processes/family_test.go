//go:build linux

package processes_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/processes"
)

// The test binary is the program of the tests too: its arguments are then "family" and what
// it starts, from the outermost to the innermost, each of which writes its number.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "family" {
		behave(os.Args[2:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func behave(ways []string) {
	_, _ = io.WriteString(os.Stdout, strconv.Itoa(os.Getpid())+"\n")
	if len(ways) > 1 {
		child := exec.Command(os.Args[0], append([]string{"family"}, ways[1:]...)...)
		child.Stdout = os.Stdout
		child.SysProcAttr = &syscall.SysProcAttr{}
		if strings.Contains(ways[0], "setsid") {
			child.SysProcAttr.Setsid = true
		}
		if strings.Contains(ways[0], "clear") {
			child.Env = []string{"PATH=/"}
		}
		if strings.Contains(ways[0], "swarm") {
			for range 20 {
				more := *child
				if err := more.Start(); err != nil {
					panic(err)
				}
			}
		}
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
	if strings.Contains(ways[0], "ends") {
		return
	}
	time.Sleep(time.Hour)
}

// However a program's children leave it, they end with it, and nobody else does.
func TestTheWholeFamilyIsKilled(t *testing.T) {
	for name, c := range map[string]struct {
		ways  string
		count int
		gone  bool // the program has ended by itself
	}{
		"alone":                                {"stays", 1, false},
		"a child":                              {"stays stays", 2, false},
		"of another session":                   {"setsid stays", 2, false},
		"an orphan of another session":         {"stays setsid,ends stays", 3, false},
		"without its environment":              {"setsid,clear stays", 2, false},
		"a grandchild without its environment": {"setsid setsid,clear stays", 3, false},
		"many":                                 {"swarm,setsid setsid stays", 43, false},
		"orphans of an ended program":          {"setsid,ends setsid stays", 3, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bystander := exec.Command(os.Args[0], "family", "stays")
			require.NoError(t, bystander.Start())
			defer func() { _ = bystander.Wait() }()
			defer func() { _ = bystander.Process.Kill() }()
			cmd := exec.Command(os.Args[0], append([]string{"family"}, strings.Fields(c.ways)...)...)
			family := processes.Of(cmd)
			out, end, err := os.Pipe()
			require.NoError(t, err)
			cmd.Stdout = end
			require.NoError(t, cmd.Start())
			require.NoError(t, end.Close())
			lines := bufio.NewScanner(out)
			var pids []int
			for len(pids) < c.count {
				require.True(t, lines.Scan())
				pid, err := strconv.Atoi(lines.Text())
				require.NoError(t, err)
				pids = append(pids, pid)
			}
			if c.gone {
				require.NoError(t, cmd.Wait())
			}
			family.Kill(c.gone)
			for lines.Scan() { // until the last of them has ended
			}
			for _, pid := range pids {
				assert.Eventually(t, func() bool {
					stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
					_, after, _ := strings.Cut(string(stat), ") ")
					return err != nil || strings.HasPrefix(after, "Z") || strings.HasPrefix(after, "X")
				}, time.Minute, time.Millisecond, pid)
			}
			if !c.gone {
				assert.Error(t, cmd.Wait())
			}
			assert.NoError(t, bystander.Process.Signal(syscall.Signal(0)))
			_ = out.Close()
		})
	}
}

// A program of a program belongs to both families.
func TestFamiliesOfFamilies(t *testing.T) {
	outer := exec.Command("x")
	processes.Of(outer)
	t.Setenv("RINGER_PROGRAM", mark(outer))
	inner := exec.Command("x")
	processes.Of(inner)
	assert.Contains(t, mark(inner), mark(outer)+":")
}

func mark(cmd *exec.Cmd) string {
	_, text, _ := strings.Cut(cmd.Env[len(cmd.Env)-1], "=")
	return text
}
