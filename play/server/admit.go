package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// harden sets the headers of every answer: scripts, styles and connections come from this
// server alone, and no page may frame it.
func harden(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// refuses says why a request is not met: another host's name, which a page of elsewhere may
// let point here, or the page of another origin.
func (s *Server) refuses(r *http.Request) string {
	if s.Local && !local(r.Host) && (s.Public == nil || !strings.EqualFold(r.Host, s.Public.Host)) {
		return "this server answers to localhost and its addresses, not to " + quoteHost(r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || !strings.EqualFold(u.Host, r.Host) && !s.isPublic(u) {
			return "this server answers to its own pages, not to pages of another origin"
		}
	}
	return ""
}

// isPublic reports whether an origin is the origin of the public address.
func (s *Server) isPublic(origin *url.URL) bool {
	return s.Public != nil && strings.EqualFold(origin.Host, s.Public.Host) && strings.EqualFold(origin.Scheme, s.Public.Scheme)
}

// encrypted reports whether a browser encrypts what it sends: to this server, or to a proxy.
func (s *Server) encrypted(r *http.Request) bool {
	return r.TLS != nil || s.Public != nil && s.Public.Scheme == "https"
}

func quoteHost(host string) string {
	if len(host) > 100 || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "that name"
	}
	return host
}

// local reports whether a host name, with or without a port, is one of this machine.
func local(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// tokenCookie returns the name of the cookie that holds the token for the page; scripts
// cannot read it. Browsers send a cookie to all ports of a host, so that the name tells the
// port: servers beside one another do not take each other's.
func (s *Server) tokenCookie(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil || strings.ContainsFunc(port, func(c rune) bool { return c < '0' || c > '9' }) {
		if port = "80"; s.encrypted(r) {
			port = "443"
		}
	}
	return "ringer_token_" + port
}

// admits reports whether a request has the token, where one is asked. A page that is
// opened with ?token= gets it as a cookie, and its address without it.
func (s *Server) admits(w http.ResponseWriter, r *http.Request) bool {
	if s.Token == "" {
		return true
	}
	if given := r.URL.Query().Get("token"); given != "" && r.Method == http.MethodGet {
		if !s.isToken(given) {
			s.refuse(w, http.StatusUnauthorized, "the token of the address is not this server's")
			return false
		}
		http.SetCookie(w, &http.Cookie{Name: s.tokenCookie(r), Value: given, Path: "/", HttpOnly: true, Secure: s.encrypted(r), SameSite: http.SameSiteStrictMode, MaxAge: 30 * 24 * 3600})
		q := r.URL.Query()
		q.Del("token")
		to := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: q.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return false
	}
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && s.isToken(given) {
		return true
	}
	if cookie, err := r.Cookie(s.tokenCookie(r)); err == nil && s.isToken(cookie.Value) {
		return true
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	s.refuse(w, http.StatusUnauthorized, "this server asks for its token: open the address that it printed, or send the header Authorization: Bearer TOKEN")
	return false
}

// isToken compares in constant time, whatever the length.
func (s *Server) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
