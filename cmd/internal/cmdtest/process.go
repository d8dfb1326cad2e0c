package cmdtest

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
)

// Signalled runs the program in a process of its own, in a folder, sends it a signal
// after a while, and returns its outcome and the time that it took to end. Its standard
// input stays open.
func Signalled(t *testing.T, dir string, signal os.Signal, after time.Duration, args ...string) (Outcome, time.Duration) {
	t.Helper()
	return SignalledThen(t, dir, signal, func() { time.Sleep(after) }, args...)
}

// SignalledThen is signalled where wait returns when the signal is due.
func SignalledThen(t *testing.T, dir string, signal os.Signal, wait func(), args ...string) (Outcome, time.Duration) {
	t.Helper()
	child := exec.Command(os.Args[0], args...)
	child.Env, child.Dir = append(os.Environ(), AsProgram+"=1"), dir
	var out, errs bytes.Buffer
	child.Stdout, child.Stderr = &out, &errs
	in, err := child.StdinPipe()
	require.NoError(t, err)
	ready, told, err := os.Pipe()
	require.NoError(t, err)
	child.ExtraFiles, child.Env = []*os.File{told}, append(child.Env, tellsWhenListening+"=1")
	require.NoError(t, child.Start())
	require.NoError(t, told.Close())
	_, err = ready.Read(make([]byte, 1)) // the end, when the program listens for signals
	require.ErrorIs(t, err, io.EOF)
	require.NoError(t, ready.Close())
	wait()
	require.NoError(t, child.Process.Signal(signal), "%v had ended: %s%s", args, &out, &errs)
	begun := time.Now()
	kill := time.AfterFunc(10*time.Minute, func() { _ = child.Process.Kill() })
	defer kill.Stop()
	_ = child.Wait() // its exit status follows
	took := time.Since(begun)
	_ = in.Close()
	return Outcome{child.ProcessState.ExitCode(), out.String(), errs.String()}, took
}

// AsProgram is the environment variable that lets the test binary stand in for
// the program, for tests that kill it or run two.
const AsProgram = "RINGER_TEST_PROGRAM"

// tellsWhenListening is the environment variable that makes the test binary close its third file
// when it listens for signals.
const tellsWhenListening = "RINGER_TEST_LISTENING"

// racedTests names the tests that run under the race detector unless -run says otherwise:
// tests of goroutines that commands start themselves. The goroutines of other commands are
// of other packages.
const racedTests = "Serve|Worker|Nats|Sweep|Stats|BenchTrain|Interrupt|CtrlC|Signal|StopsInTime|Answers|Carried"

// RunTests runs the tests of a package, or the program where the test binary stands in for it:
// stands, not nil, does so with parts of its own, by the value of AsProgram.
func RunTests(m *testing.M, stands func(as string)) {
	if folder := os.Getenv(ServerFolder); folder != "" {
		serveForever(folder)
	}
	if os.Getenv(tellsWhenListening) != "" {
		_ = os.Unsetenv(tellsWhenListening)                                   // programs that it starts have no such file
		program.Listening = func() { _ = os.NewFile(3, "listening").Close() } // which the test waits for
	}
	if as := os.Getenv(AsProgram); as != "" {
		if stands != nil {
			stands(as)
		}
		program.CarryOut(func() error { return nil })
	}
	flag.Parse()
	if run := flag.Lookup("test.run"); Raced && run.Value.String() == "" {
		_ = run.Value.Set(racedTests)
	}
	exit := m.Run()
	os.Exit(exit)
}

// ServerFolder is the environment variable that makes the test binary a NATS server.
const ServerFolder = "RINGER_TEST_NATS"

// serveForever is the server of TestChaosNet, in a process of its own that gets killed.
func serveForever(folder string) {
	s, err := cluster.Serve(cluster.ServerOptions{Folder: folder, Listen: "0.0.0.0:4778", Token: "secret"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(shell.ExitFailed)
	}
	_ = s // until the process is killed
	select {}
}

// Process is a call of the program in a process of its own.
type Process struct {
	*exec.Cmd
	Out, Errs bytes.Buffer
}

// Start begins a process in a folder; environ is added to this process's.
func Start(t testing.TB, dir string, environ []string, args ...string) *Process {
	t.Helper()
	p := Command(dir, args...)
	p.Env = append(p.Env, environ...)
	require.NoError(t, p.Start())
	t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

// Command prepares a process that start begins.
func Command(dir string, args ...string) *Process {
	p := &Process{Cmd: exec.Command(os.Args[0], args...)}
	p.Dir = dir
	p.Env = append(os.Environ(), AsProgram+"=1")
	p.Stdout, p.Stderr = &p.Out, &p.Errs
	return p
}

// Exit waits for the end and returns the exit status, -1 after a signal.
func (p *Process) Exit() int {
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// FreeAddress returns an address of this machine that nobody listens at.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	return l.Addr().String()
}

// AwaitServer returns once a server answers.
func AwaitServer(t testing.TB, address string) {
	t.Helper()
	require.Eventually(t, func() bool {
		res, err := http.Get("http://" + address + "/healthz")
		if err == nil {
			_ = res.Body.Close()
		}
		return err == nil
	}, time.Minute, 10*time.Millisecond, "it does not answer")
}
