package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// schemes are the schemes of addresses.
var schemes = []string{"nats", "tls", "ws", "wss"}

// splitAddress splits an address into its scheme with ://, what stands before its last @, and
// the rest.
func splitAddress(address string) (scheme, user, rest string) {
	rest = strings.TrimSpace(address)
	if i := strings.Index(rest, "://"); i >= 0 {
		scheme, rest = rest[:i+3], rest[i+3:]
	}
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		user, rest = rest[:i], rest[i+1:]
	}
	return scheme, user, rest
}

// Shown returns addresses of servers, with commas between them, as logs and people may read
// them: without user, password and token.
func Shown(addresses string) string {
	list := strings.Split(addresses, ",")
	for i := range list {
		scheme, _, rest := splitAddress(list[i])
		list[i] = scheme + rest
	}
	return strings.Join(list, ",")
}

// HasUser reports whether an address has a user, a password or a token.
func HasUser(addresses string) bool {
	return slices.ContainsFunc(strings.Split(addresses, ","), func(one string) bool {
		_, user, _ := splitAddress(one)
		return user != ""
	})
}

// CheckAddresses returns an error for addresses that no server has, without what is secret
// in them.
func CheckAddresses(addresses string) error {
	for one := range strings.SplitSeq(addresses, ",") {
		scheme, user, rest := splitAddress(one)
		if strings.ContainsAny(user, "/?#[] ") || strings.ContainsFunc(user, func(r rune) bool { return r < ' ' || r > '~' }) {
			return fmt.Errorf("%q: the user or token before the @ has a character that stands in no address: write it as %%XX, or give the token by itself", Shown(one))
		}
		if _, err := url.PathUnescape(user); err != nil {
			return fmt.Errorf("%q: a %% in the user or token before the @ wants two hexadecimal digits after it: write %% as %%25", Shown(one))
		}
		if scheme != "" && !slices.Contains(schemes, strings.TrimSuffix(scheme, "://")) || rest == "" {
			return fmt.Errorf("%q: want a URL such as nats://host:4222 or tls://host:4222, several with commas between them", Shown(addresses))
		}
		if _, err := url.Parse(cmp.Or(scheme, "nats://") + rest); err != nil {
			return fmt.Errorf("%q: want a URL such as nats://host:4222: %w", Shown(addresses), errors.Unwrap(err))
		}
	}
	return nil
}

// secrets returns every text of the options that must not be shown, the longest first.
func (o *Options) secrets() (list []string) {
	add := func(text string) {
		if text != "" {
			list = append(list, text)
		}
	}
	for one := range strings.SplitSeq(o.URL, ",") {
		_, user, _ := splitAddress(one)
		add(user)
		for part := range strings.SplitSeq(user, ":") {
			add(part)
			if plain, err := url.PathUnescape(part); err == nil {
				add(plain)
			}
		}
	}
	add(o.Token)
	if o.Server != nil {
		add(o.Server.token)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(list)
}

// hide takes what is secret out of a text, such as one of the library's.
func (o *Options) hide(text string) string {
	for _, secret := range o.secrets() {
		text = strings.ReplaceAll(strings.ReplaceAll(text, secret+"@", ""), secret, "***")
	}
	return text
}

// hidden is an error whose text says nothing that is secret.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }
func (h *hidden) Unwrap() error { return h.err }

func (o *Options) hideIn(err error) error {
	if err == nil || o.hide(err.Error()) == err.Error() {
		return err
	}
	return &hidden{o.hide(err.Error()), err}
}
