package duel

// heroFeatures are what the observation says of a model where Heroes are played,
// after what it says of every model.
var heroFeatures = func() (names []string) {
	for _, k := range kindNames {
		names = append(names, "is a "+k)
	}
	names = append(names, "dice", "small", "large", "toughness", "removed by a hit", "follower of the one asked about")
	for _, n := range bondNames {
		names = append(names, n+" of somebody")
	}
	for _, n := range markNames {
		names = append(names, "mark: "+n)
	}
	return append(names, skillNames[1:]...)
}()

// Offsets in heroFeatures.
const (
	heroDice  = int(kinds)
	heroBonds = heroDice + 6
	heroMarks = heroBonds + bonds
	heroKnows = heroMarks + int(marks) // of feats 0 or 1, of traits X
)

// valueScale is that of toughness, marks and X.
const valueScale = 6

// hidden says whether what a model has bought is still secret.
func (s *State) hidden() bool {
	return s.drafting && s.game.config.Warband == WarbandDraft
}

func (s *State) observeHero(m int8, row []float32) {
	g, x := s.game, &s.models[m]
	if s.unfielded(m) {
		return
	}
	row[x.kind] = 1
	r := row[heroDice:]
	r[0] = float32(g.diceOfKind(x.kind)) / valueScale
	r[1], r[2] = oneIf(x.base < g.widest && x.kind.frail()), oneIf(s.bears(m, featLarge))
	r[3] = float32(x.toughness) / valueScale
	r[4] = oneIf(x.flags&flagFrail != 0)
	r[5] = oneIf(x.leader != nobody && x.leader == s.subject)
	for e := range g.models {
		for i, of := range s.models[e].bonds {
			if of == m {
				row[heroBonds+i] = 1
			}
		}
	}
	for i, n := range x.marks {
		row[heroMarks+i] = float32(n) / valueScale
	}
	for id := noSkill + 1; id < skillIDs; id++ {
		if !s.bears(m, id) {
			continue
		}
		row[heroKnows+int(id)-1] = 1
		if id.trait() {
			row[heroKnows+int(id)-1] = float32(s.trait(m, id)) / valueScale
		}
	}
}
