//go:build !linux

package external_test

import "os/exec"

func leave(*exec.Cmd) {}
