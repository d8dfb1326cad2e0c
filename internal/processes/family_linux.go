package processes

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// variable holds the marks of all families that a process belongs to, with colons between.
const variable = "RINGER_PROGRAM"

// Family is a program with all that it has started.
type Family struct {
	cmd  *exec.Cmd
	mark string // which nobody can guess
}

// Of prepares a program that has not started, so that Kill finds its family.
func Of(cmd *exec.Cmd) *Family {
	f := &Family{cmd, rand.Text()}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Env = append(cmd.Environ(), variable+"="+strings.TrimPrefix(os.Getenv(variable)+":"+f.mark, ":"))
	return f
}

// kin is a process, which its number alone does not tell from a later one.
type kin struct {
	pid   int
	begun string
}

// mostRounds bounds the looks for what a family starts while it is stopped.
const mostRounds = 100

// Kill kills the family. gone says that the program was waited for: its number may be
// another's by now. Everything is stopped before anything is killed, so that nothing is
// started meanwhile, and no child loses the parent by which it is found.
func (f *Family) Kill(gone bool) {
	stopped := map[kin]bool{}
	for range mostRounds {
		more := false
		for _, k := range f.members(gone) {
			if stopped[k] || syscall.Kill(k.pid, syscall.SIGSTOP) != nil {
				continue
			}
			if now, ok := look(k.pid); !ok || now.begun != k.begun { // the number went to another one
				_ = syscall.Kill(k.pid, syscall.SIGCONT)
				continue
			}
			stopped[k], more = true, true
		}
		if !more {
			break
		}
	}
	for k := range stopped {
		_ = syscall.Kill(k.pid, syscall.SIGKILL)
	}
}

// members returns the processes of the family that run.
func (f *Family) members(gone bool) (list []kin) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	all := map[int]process{}
	in := map[int]bool{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := look(pid); ok {
			all[pid] = p
			in[pid] = p.group == f.cmd.Process.Pid || pid == f.cmd.Process.Pid && !gone || f.marks(pid)
		}
	}
	delete(in, os.Getpid())
	for more := true; more; {
		more = false
		for pid, p := range all {
			if in[p.parent] && !in[pid] {
				in[pid], more = true, true
			}
		}
	}
	for pid, p := range all {
		if in[pid] {
			list = append(list, kin{pid, p.begun})
		}
	}
	return list
}

// marks reports whether a process has the mark of the family.
func (f *Family) marks(pid int) bool {
	environment, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return err == nil && bytes.Contains(environment, []byte(f.mark))
}

// process holds what the system says of a process.
type process struct {
	parent, group int
	begun         string // in ticks since the system began
}

// look returns a process; false for one that has ended, and only waits to be waited for.
func look(pid int) (process, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, ok := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ") // behind its name, which may hold anything
	fields := strings.Fields(after)
	if err != nil || !ok || len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return process{}, false
	}
	parent, _ := strconv.Atoi(fields[1])
	group, _ := strconv.Atoi(fields[2])
	return process{parent, group, fields[19]}, true
}
