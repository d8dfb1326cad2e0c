package about

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/open/doctor"
	"ringer/open/workers"
)

func NewDoctor(t *shell.Terminal) *cobra.Command {
	var nats remote.NatsFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine has, and what each part is good for",
		Long: `Say what this machine has that Ringer can use: vector instructions, processors and
memory with the limits of a container, room on the disk, the terminal, Python with its
libraries, programs of developers, accelerators. The last column says what each is good
for, or how to get it. Nothing but play and training in the terminal needs to be there.

Programs are asked for their versions at the same time, for ten seconds at most, and the
network is not used, but for a NATS server that --nats names.`,
		Annotations: shell.Keys(`--json prints {"ok", "version", "parts": [{"name", "here", "ok", "need", "for", "do"}]}.
Exit status 1 says that something is broken that Ringer needs.`),
		Example: "  ringer doctor\n  ringer doctor --json\n  ringer doctor --nats nats://127.0.0.1:4222",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := nats.Check(cmd); err != nil {
				return err
			}
			if nats.URL == workers.Embedded {
				return input.Badf("--nats %s: want the address of a server, such as nats://127.0.0.1:4222", workers.Embedded)
			}
			d := doctor.Here(t.Opener, buildinfo.BackendNamed(graph.BackendName()))
			if nats.URL != "" {
				d.Reach = ReachBy(&nats)
			}
			return SayParts(cmd.Context(), t, d, asJSON)
		},
	}
	nats.Add(cmd, "reach for this NATS server too")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

// ReachBy returns what connects to the server of flags.
func ReachBy(f *remote.NatsFlags) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		s, err := f.Connect(ctx, &shell.Terminal{Quiet: true, Errs: io.Discard}, "")
		if err != nil {
			return cluster.Shown(f.URL), err
		}
		defer s.Close()
		return cluster.Shown(s.Conn.Address()), nil
	}
}

// SayParts prints what a doctor finds.
func SayParts(ctx context.Context, t *shell.Terminal, d *doctor.Doctor, asJSON bool) error {
	d.Screen = console.IsTerminal(t.Out)
	d.Width, d.Height = t.Size()
	parts, err := d.Look(ctx)
	if err != nil {
		return err
	}
	broken := doctor.Broken(parts)
	if asJSON {
		err = t.JSON(map[string]any{"ok": len(broken) == 0, "version": buildinfo.ThisVersion().Short(), "parts": parts})
	} else {
		err = t.Printf("%s", PartsText(parts, d.Width))
	}
	if err == nil && len(broken) > 0 {
		err = fmt.Errorf("broken here: %s", strings.Join(broken, ", "))
	}
	return err
}

// PartsText lists parts on a screen of that width.
func PartsText(parts []doctor.Part, width int) string {
	if width <= 0 {
		width = shell.PlainWidth + 40
	}
	rows := [][3]string{{"part", "here", "what for"}}
	for _, p := range parts {
		rows = append(rows, [3]string{p.Name, HereInWords(&p), WhatInWords(&p)})
	}
	return console.Three(rows, width)
}

func HereInWords(p *doctor.Part) string {
	switch {
	case p.Need && !p.OK:
		return shell.BrokenMark + ": " + p.Here
	case p.Here == "":
		return "–"
	}
	return p.Here
}

func WhatInWords(p *doctor.Part) string {
	if p.Do == "" {
		return p.For
	}
	return p.For + "; " + p.Do
}
