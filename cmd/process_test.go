package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/internal/cluster"
)

// asProgram is the environment variable that lets the test binary stand in for
// the program, for tests that kill it or run two.
const asProgram = "RINGER_TEST_PROGRAM"

// tellsWhenListening is the environment variable that makes the test binary close its third file
// when it listens for signals.
const tellsWhenListening = "RINGER_TEST_LISTENING"

// racedTests names the tests that run under the race detector unless -run says otherwise:
// those of goroutines that commands start themselves. The goroutines of other commands are of other packages.
const racedTests = "Serve|Worker|Nats|Sweep|Stats|BenchTrain|Interrupt|CtrlC|Signal|StopsInTime|Answers|Carried"

// runTests runs the tests of a package, or the program where the test binary stands in for it:
// stands, not nil, does so with parts of its own, by the value of asProgram.
func runTests(m *testing.M, stands func(as string)) {
	if folder := os.Getenv(serverFolder); folder != "" {
		serveForever(folder)
	}
	if os.Getenv(tellsWhenListening) != "" {
		_ = os.Unsetenv(tellsWhenListening)                           // programs that it starts have no such file
		listening = func() { _ = os.NewFile(3, "listening").Close() } // which the test waits for
	}
	if as := os.Getenv(asProgram); as != "" {
		if stands != nil {
			stands(as)
		}
		carryOut(func() error { return nil })
	}
	flag.Parse()
	if run := flag.Lookup("test.run"); raced && run.Value.String() == "" {
		_ = run.Value.Set(racedTests)
	}
	exit := m.Run()
	opener.Programs.Close()
	os.Exit(exit)
}

// serverFolder is the environment variable that makes the test binary a NATS server.
const serverFolder = "RINGER_TEST_NATS"

// serveForever is the server of TestChaosNet, in a process of its own that gets killed.
func serveForever(folder string) {
	s, err := cluster.Serve(cluster.ServerOptions{Folder: folder, Listen: "0.0.0.0:4778", Token: "secret"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	_ = s // until the process is killed
	select {}
}

// process is a call of the program in a process of its own.
type process struct {
	*exec.Cmd
	out, errs bytes.Buffer
}

// start begins a process in a folder; environ is added to this process's.
func start(t testing.TB, dir string, environ []string, args ...string) *process {
	t.Helper()
	p := command(dir, args...)
	p.Env = append(p.Env, environ...)
	require.NoError(t, p.Start())
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// command prepares a process that start begins.
func command(dir string, args ...string) *process {
	p := &process{Cmd: exec.Command(os.Args[0], args...)}
	p.Dir = dir
	p.Env = append(os.Environ(), asProgram+"=1")
	p.Stdout, p.Stderr = &p.out, &p.errs
	return p
}

// exit waits for the end and returns the exit status, -1 after a signal.
func (p *process) exit() int {
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}
