package play_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// With a certificate the page, its cookie and WebSocket are encrypted, and nothing else is
// answered.
func TestServeEncrypts(t *testing.T) {
	dir := t.TempDir()
	roots := selfSigned(t, dir)
	out, err := os.Create(filepath.Join(dir, "out"))
	require.NoError(t, err)
	at := cmdtest.FreeAddress(t)
	p := startTo(t, dir, out, "serve", "--addr", at, "--token", "long-and-secret", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--data", "")
	defer func() { _ = p.Process.Kill() }()
	browser := &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var res *http.Response
	require.Eventually(t, func() bool {
		if res, err = browser.Get("https://" + at + "/?token=long-and-secret"); err != nil {
			return false
		}
		return res.Body.Close() == nil
	}, time.Minute, 10*time.Millisecond)
	require.Len(t, res.Cookies(), 1)
	assert.True(t, res.Cookies()[0].Secure)
	text, err := os.ReadFile(out.Name())
	require.NoError(t, err)
	assert.Contains(t, string(text), "The table is at https://"+at+"/?token=long-and-secret")

	c, _, err := websocket.Dial(t.Context(), "wss://"+at+"/ws", &websocket.DialOptions{
		HTTPClient: browser, HTTPHeader: http.Header{"Authorization": {"Bearer long-and-secret"}},
	})
	require.NoError(t, err)
	assert.NoError(t, c.CloseNow())

	res, err = http.Get("http://" + at + "/healthz")
	require.NoError(t, err)
	_ = res.Body.Close()
	assert.Equal(t, http.StatusBadRequest, res.StatusCode)
}

// selfSigned writes cert.pem and key.pem for 127.0.0.1 and returns whom to trust.
func selfSigned(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cert.pem"), cert, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(cert))
	return roots
}
