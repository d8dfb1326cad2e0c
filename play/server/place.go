package server

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"ringer/play/session"
)

// A Place is where a server listens, and how it is reached.
type Place struct {
	Address          string // to listen on, host:port; port 0: a free one
	Certificate, Key string // files (PEM) of Secure
	Token            string // empty: none where only this machine reaches the server, else a fresh one

	Wing     http.Handler // see Config
	WingRoot string

	secure *tls.Config
	public *url.URL
}

// Secure reads the certificate and the key, with which the server encrypts.
func (p *Place) Secure() error {
	pair, err := tls.LoadX509KeyPair(p.Certificate, p.Key)
	if err != nil {
		return err
	}
	// WebSocket needs HTTP/1.1.
	p.secure = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
	return nil
}

// Reach sets the address under which a proxy makes the server reachable. It returns the address as
// it may be shown.
func (p *Place) Reach(public string) (shown string, err error) {
	u, err := url.Parse(public)
	if err == nil {
		public = u.Redacted()
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || *u != (url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}) {
		return public, errors.New("want an address such as https://table.example.org, and nothing behind the host")
	}
	p.public = &url.URL{Scheme: u.Scheme, Host: u.Host}
	return public, nil
}

// Listening is a place at which a server listens.
type Listening struct {
	Place
	Hidden bool // what goes over the network is encrypted, or never leaves this machine

	listener net.Listener
	at       *net.TCPAddr
	local    bool
}

// Listen begins to listen.
func (p *Place) Listen() (*Listening, error) {
	listener, err := net.Listen("tcp", p.Address)
	if err != nil {
		return nil, err
	}
	l := &Listening{Place: *p, listener: listener}
	l.at, _ = listener.Addr().(*net.TCPAddr)
	l.local = l.at != nil && l.at.IP.IsLoopback()
	l.Hidden = l.secure != nil || l.local || l.public != nil && l.public.Scheme == "https"
	if (!l.local || l.public != nil) && l.Token == "" {
		l.Token = rand.Text()
	}
	if l.secure != nil {
		l.listener = tls.NewListener(listener, l.secure)
	}
	return l, nil
}

// Page returns the address that a person opens, with a path inside of the page.
func (l *Listening) Page(path string) string { return l.address("/", path) }

// WingPage returns the address of the first page of the wing.
func (l *Listening) WingPage() string { return l.address(l.WingRoot, "") }

func (l *Listening) address(root, path string) string {
	scheme, host, port := "http", "localhost", ""
	if l.secure != nil {
		scheme = "https"
	}
	if l.at != nil {
		port = fmt.Sprint(l.at.Port)
		switch {
		case l.at.IP.IsLoopback():
			host = l.at.IP.String()
		default:
			if given, _, err := net.SplitHostPort(l.Address); err == nil && given != "" && !net.ParseIP(given).IsUnspecified() {
				host = given
			} else if name, err := os.Hostname(); err == nil {
				host = name
			}
		}
	}
	u := url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port), Path: root, Fragment: path}
	if l.public != nil {
		u.Scheme, u.Host = l.public.Scheme, l.public.Host
	}
	if l.Token != "" {
		u.RawQuery = url.Values{"token": {l.Token}}.Encode()
	}
	return u.String()
}

// Reach returns the addresses of the page for others, with the token that admits them: the
// public one, or the addresses of this machine in its networks.
func (l *Listening) Reach() []string {
	if l.public != nil || l.at == nil || !l.at.IP.IsUnspecified() {
		return []string{l.Page("")}
	}
	var list []string
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		ip, _, err := net.ParseCIDR(a.String())
		if err != nil || ip.To4() == nil || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
			continue
		}
		at := *l
		at.Address = net.JoinHostPort(ip.String(), "0") // as if it had been given
		list = append(list, at.Page(""))
	}
	if len(list) == 0 {
		return []string{l.Page("")}
	}
	return list
}

// Serve serves a host and its page until ctx ends.
func (l *Listening) Serve(ctx context.Context, host *session.Host, page fs.FS) error {
	host.Reach = l.Reach()
	return New(Config{Host: host, Page: page, Token: l.Token, Local: l.local, Public: l.public, Wing: l.Wing, WingRoot: l.WingRoot}).Serve(ctx, l.listener)
}
