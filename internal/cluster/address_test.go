package cluster

import (
	"errors"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAddressesAreShownWithoutSecrets(t *testing.T) {
	for address, want := range map[string]string{
		"nats://h:4222":                      "nats://h:4222",
		"nats://secret@h:4222":               "nats://h:4222",
		"tls://me:secret@h":                  "tls://h",
		"secret@h:4222":                      "h:4222",
		"nats://se/cret=@h:4222":             "nats://h:4222",
		"nats://se@cret@h:4222":              "nats://h:4222",
		"nats://secret@a, nats://secret@b:1": "nats://a,nats://b:1",
		"":                                   "",
	} {
		assert.Equal(t, want, Shown(address), address)
		assert.Equal(t, Shown(address) != address, HasUser(address), address)
	}
}

// What cannot be an address is refused in words that show nothing secret.
func TestBadAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"gopher://secret@h":      `"gopher://h": want a URL such as`,
		"nats://secret@":         "want a URL such as",
		"nats://h,,nats://b":     "want a URL such as",
		"nats://sec/ret@h":       `"nats://h": the user or token before the @ has a character`,
		"nats://sec ret@h":       "has a character",
		"nats://sec%ret@h":       "two hexadecimal digits",
		"nats://secret@h:port":   `"nats://h:port": want a URL such as nats://host:4222: invalid port`,
		"nats://secret@h\x01:42": "want a URL such as",
	} {
		err := CheckAddresses(address)
		require.ErrorContains(t, err, want, address)
		assert.NotContains(t, err.Error(), "sec", address)
		_, err = Connect(t.Context(), Options{URL: address})
		require.ErrorContains(t, err, want, address)
	}
	for _, address := range []string{"h", "h:4222", "nats://a,tls://b:1,wss://c", "nats://u:p%2F@[::1]:4222", "nats://tok-en_~!$&'()*+;=@h"} {
		require.NoError(t, CheckAddresses(address), address)
	}
}

// Nothing that is said of a connection has its secrets, also what the library says.
func TestConnectionsTellNoSecrets(t *testing.T) {
	server := serve(t, ServerOptions{Listen: "127.0.0.1:0", Token: "right"})
	_, port, err := net.SplitHostPort(server.Address())
	require.NoError(t, err)
	for _, o := range []Options{
		{URL: "nats://secret@127.0.0.1:" + port}, {URL: "nats://user:secret@127.0.0.1:" + port}, {URL: "nats://127.0.0.1:" + port, Token: "secret"},
	} {
		_, err := Connect(t.Context(), o)
		require.ErrorContains(t, err, "nats://127.0.0.1:"+port)
		require.ErrorContains(t, err, "Authorization")
		assert.NotContains(t, err.Error(), "secret")
	}
	conn := dial(t, server.URL(), Options{})
	assert.Equal(t, "nats://127.0.0.1:"+port, conn.Address())

	o := Options{URL: "nats://user:s%2Fecret@h,tls://another@h", Token: "third"}
	fault := errors.New(`parse "nats://user:s%2Fecret@h": of s/ecret, another@h and third`)
	hid := o.hideIn(fault)
	assert.Equal(t, `parse "nats://h": of ***, h and ***`, hid.Error())
	require.ErrorIs(t, hid, fault)
}
