package lookup

import (
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/open/study"
)

// Trainer returns what trains runs in this process.
func Trainer(t *shell.Terminal) *study.Trainer {
	return &study.Trainer{Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Warn: t.Warnf}
}
