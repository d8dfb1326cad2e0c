package machine

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// Memory holds sizes in bytes; 0 stands for unknown.
type Memory struct {
	Total int64 // of the machine
	Free  int64 // that programs can take without swapping
	Limit int64 // that a control group, such as a container's, lets this process have
}

// MemoryOf reads the memory of a Linux machine from its root folder, whose files say
// nothing on other systems.
func MemoryOf(root fs.FS) Memory {
	var m Memory
	for line := range strings.Lines(read(root, "proc/meminfo")) {
		name, rest, _ := strings.Cut(line, ":")
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			continue
		}
		switch kib := number(fields[0]); {
		case kib > math.MaxInt64>>10:
		case name == "MemTotal":
			m.Total = kib << 10
		case name == "MemAvailable":
			m.Free = kib << 10
		}
	}
	for line := range strings.Lines(read(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			m.limits(root, "sys/fs/cgroup", parts[2], "memory.max")
		case parts[1] == "memory":
			m.limits(root, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")
		}
	}
	return m
}

// limits takes the least limit of a control group and all groups above it. Within a
// container its path may be the machine's, where there is nothing: the root has its own
// limit then.
func (m *Memory) limits(root fs.FS, mount, group, file string) {
	for at := path.Clean("/" + group); ; at = path.Dir(at) {
		limit := number(strings.TrimSpace(read(root, mount+path.Join(at, "/"+file))))
		if limit > 0 && (m.Limit == 0 || limit < m.Limit) && (m.Total == 0 || limit < m.Total) {
			m.Limit = limit
		}
		if at == "/" {
			return
		}
	}
}

// number returns a whole number from 0, and 0 for anything else.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func read(root fs.FS, name string) string {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	return string(text)
}
