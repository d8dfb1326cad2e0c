package space

import (
	"encoding/json"
	"runtime"
	"sync"
	"weak"
)

// shared holds the scenes that live, by what they were prepared from: a scene is the dearest
// part of a game, and games that differ in other rules have the same one.
var shared struct {
	mu     sync.Mutex
	scenes map[string]*slot
	recent [4]*Scene // stay, for games that come and go one after the other
	next   int
}

// A slot is the place of one scene. Whoever comes first prepares it, while others wait.
type slot struct {
	mu    sync.Mutex
	scene weak.Pointer[Scene]
}

// SharedScene returns the scene of a map as NewScene prepares it: the same one to all that ask
// for it while one of them uses it. Games that are alike but for other rules ask for one scene.
func SharedScene(m Map, o Options) (*Scene, error) {
	text, err := json.Marshal(struct {
		Map     Map
		Options Options
	}{m, o})
	if err != nil {
		return NewScene(m, o) // which says what is wrong with the map
	}
	key := string(text)
	shared.mu.Lock()
	at := shared.scenes[key]
	if at == nil {
		if shared.scenes == nil {
			shared.scenes = map[string]*slot{}
		}
		at = &slot{}
		shared.scenes[key] = at
	}
	shared.mu.Unlock()

	at.mu.Lock()
	defer at.mu.Unlock()
	s := at.scene.Value()
	if s == nil {
		if s, err = NewScene(m, o); err != nil {
			remove(key, at)
			return nil, err
		}
		at.scene = weak.Make(s)
		runtime.AddCleanup(s, forget, place{key, at})
	}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if last := (shared.next + len(shared.recent) - 1) % len(shared.recent); shared.recent[last] != s {
		shared.recent[shared.next] = s
		shared.next = (shared.next + 1) % len(shared.recent)
	}
	return s, nil
}

type place struct {
	key string
	at  *slot
}

// forget removes the place of a scene that nobody uses any more.
func forget(p place) {
	p.at.mu.Lock()
	defer p.at.mu.Unlock()
	if p.at.scene.Value() == nil {
		remove(p.key, p.at)
	}
}

func remove(key string, at *slot) {
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.scenes[key] == at {
		delete(shared.scenes, key)
	}
}
