package deployment

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	core "k8s.io/api/core/v1"
)

// The server's own reader takes the configurations: with JetStream, the token of the
// environment, messages as large as the server inside of Ringer takes, and in a cluster
// TLS.
func TestServerConfigurations(t *testing.T) {
	t.Setenv("NATS_TOKEN", "secret-of-the-test")
	t.Setenv("SERVER_NAME", "nats-0")
	inside := map[string]string{"compose.yaml": string(read(t, folder+"/nats.conf"))}
	for _, object := range manifests(t) {
		if m, ok := object.(*core.ConfigMap); ok {
			inside["kubernetes"] = m.Data["nats.conf"]
		}
	}
	if len(inside) != 2 {
		t.Fatalf("%d configurations", len(inside))
	}
	for of, text := range inside {
		file := filepath.Join(t.TempDir(), "nats.conf")
		want(t, os.WriteFile(file, []byte(withoutTLS(text)), 0o600))
		o, err := server.ProcessConfigFile(file)
		want(t, err)
		if !o.JetStream || o.StoreDir != "/data" || o.Authorization != "secret-of-the-test" || o.MaxPayload != 8<<20 || o.ServerName != "nats-0" || o.HTTPPort != 8222 {
			t.Errorf("%s: %+v", of, o)
		}
		if hasTLS := withoutTLS(text) != text; hasTLS != (of == "kubernetes") {
			t.Errorf("%s: TLS %v", of, hasTLS)
		}
	}
}

// withoutTLS returns a configuration without its block of TLS, whose files are not here.
func withoutTLS(text string) string { return tlsBlock.ReplaceAllString(text, "") }

var tlsBlock = regexp.MustCompile(`(?s)tls \{\s*cert_file: /tls/tls.crt\s*key_file: /tls/tls.key\s*\}\n`)
