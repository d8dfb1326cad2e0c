package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// A licensed names a part of the program as NOTICE does, and the licences that the texts
// there are, by their SPDX ids.
type licensed struct {
	name, version string
	ids           []string
}

// Lines of NOTICE that part modules, and the files of one module.
var (
	betweenModules = "\n" + strings.Repeat("=", 80) + "\n"
	betweenTexts   = "\n" + strings.Repeat("-", 80) + "\n"
)

// standardLibrary is its name in NOTICE.
const standardLibrary = "The Go standard library"

// readLicences returns the parts of NOTICE. The error names all parts whose texts are no
// licences that are known.
func readLicences(root string) ([]licensed, error) {
	text, err := os.ReadFile(filepath.Join(root, "NOTICE"))
	if err != nil {
		return nil, err
	}
	var all []licensed
	var faults []string
	for _, section := range strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), betweenModules)[1:] {
		texts := strings.Split(section, betweenTexts)
		title := strings.TrimSpace(texts[0])
		l := licensed{name: title}
		if title != standardLibrary {
			l.name, l.version, _ = strings.Cut(title, " ")
		}
		for _, t := range texts[1:] {
			for _, m := range licensecheck.Scan([]byte(t)).Match {
				if !m.IsURL && !slices.Contains(l.ids, m.ID) {
					l.ids = append(l.ids, m.ID)
				}
			}
		}
		slices.Sort(l.ids)
		if len(l.ids) == 0 {
			faults = append(faults, title)
		}
		all = append(all, l)
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("NOTICE: no known licence of %s", strings.Join(faults, ", "))
	}
	return all, nil
}
