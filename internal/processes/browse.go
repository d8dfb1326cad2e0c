package processes

import (
	"os/exec"
	"runtime"
)

// Browse opens a page in the browser of whoever uses this machine.
func Browse(page string) error {
	command := []string{"xdg-open", page}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", page}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", page}
	}
	browser := exec.Command(command[0], command[1:]...)
	err := browser.Start()
	if err == nil {
		go func() { _ = browser.Wait() }()
	}
	return err
}
