package deployment

import (
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// project loads a compose file as docker compose does, with its schema, and with variables.
func project(t *testing.T, text []byte, variables map[string]string) (*types.Project, error) {
	t.Helper()
	return loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: folder, ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: text}}, Environment: variables,
	})
}

func TestCompose(t *testing.T) {
	text := read(t, folder+"/compose.yaml")
	p, err := project(t, text, map[string]string{"RINGER_TAG": "v0.1.0", "NATS_TOKEN": "secret"})
	want(t, err)
	if strings.Join(p.ServiceNames(), " ") != "learner nats worker" {
		t.Fatalf("%q: want a learner, a server and a worker", p.ServiceNames())
	}
	for _, name := range []string{"learner", "worker"} {
		s := p.Services[name]
		if s.Image != "ringer:v0.1.0" || !s.ReadOnly || len(s.CapDrop) != 1 || s.Command[0] == "" || !strings.HasSuffix(strings.Join(s.Command, " "), "--nats nats://nats:4222") {
			t.Errorf("%s: %+v", name, s)
		}
		if token := s.Environment["RINGER_NATS_TOKEN"]; token == nil || *token != "secret" {
			t.Errorf("%s: %v: want the token in the environment, not among the arguments", name, token)
		}
	}
	if ports := p.Services["nats"].Ports; len(ports) != 1 || ports[0].HostIP != "127.0.0.1" {
		t.Errorf("%+v: want a server that only this machine reaches, unless NATS_ADDRESS says otherwise", ports)
	}
	for name, variables := range map[string]map[string]string{"RINGER_TAG": {"NATS_TOKEN": "x"}, "NATS_TOKEN": {"RINGER_TAG": "x"}} {
		if _, err := project(t, text, variables); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: want %s to be asked for", err, name)
		}
	}
	if _, err := project(t, []byte(strings.Replace(string(text), "read_only", "readonly", 1)), map[string]string{"RINGER_TAG": "x", "NATS_TOKEN": "x"}); err == nil {
		t.Error("a key that is unknown is taken")
	}
}
