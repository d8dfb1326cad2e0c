package records

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Stamp says which build made a record, and when.
type Stamp struct {
	Revision string `json:"revision,omitempty"` // commit of the build
	Vectors  string `json:"vectors,omitempty"`  // its vector instructions
	Date     string `json:"date"`               // in UTC, as 2006-01-02
}

// Now returns the stamp of what a build measures today.
func Now(revision, vectors string) Stamp {
	return Stamp{Revision: revision, Vectors: vectors, Date: time.Now().UTC().Format(time.DateOnly)}
}

// unknown stands for the commit of a build that does not know it.
const unknown = "unknown"

// Commit returns the first ten digits of the commit, and whether the build had changes
// beside it.
func (s *Stamp) Commit() string {
	if s.Revision == "" {
		return unknown
	}
	commit := s.Revision[:min(10, len(s.Revision))]
	if strings.HasSuffix(s.Revision, "+modified") {
		commit += " with changes"
	}
	return commit
}

// Origin says when some records were made, and by which builds.
func Origin(stamps []Stamp) (when, builds string) {
	var dates, commits []string
	for i := range stamps {
		dates = append(dates, stamps[i].Date)
		if commit := stamps[i].Commit(); commit != unknown {
			commits = append(commits, commit)
		}
	}
	when = slices.Min(dates)
	if last := slices.Max(dates); last != when {
		when += " to " + last
	}
	return when, fmt.Sprintf("commits %s; vectors: %s", listed(commits), Vectors(stamps))
}

// Vectors names the vector instructions of the builds that made some records.
func Vectors(stamps []Stamp) string {
	vectors := make([]string, len(stamps))
	for i := range stamps {
		vectors[i] = stamps[i].Vectors
	}
	return listed(vectors)
}

// listed joins different texts.
func listed(texts []string) string {
	slices.Sort(texts)
	if len(texts) == 0 {
		return unknown
	}
	return strings.Join(slices.Compact(texts), ", ")
}
