package turn

// What Duels bring, Moves and further Duels, waits in a queue and happens one after the
// other (DUEL-115). While one of them happens, what it brings in turn joins the queue: a
// Duel in the middle of a Move that a feat has given does not begin another such Move
// before that one is over. So however long a chain is, the stack is not.

// triggering is how many feats wait for Duels to end: Daemon, Tactical Movement and
// Valorous. A model waits with each of them once at most.
const triggering = 3

// A trigger is something that a skill does when the Duel under way is over, this many
// times.
type trigger struct {
	id       SkillID
	m, about int8
	times    uint8
}

// Trigger lets a skill do something as soon as no Duel is under way, once for a
// Hero within one activation of anybody's (DUEL-115).
func (s *State) Trigger(id SkillID, m, about int8) {
	x := &s.Models[m]
	if x.Used.Has(id) {
		return
	}
	x.Used |= 1 << id
	s.Await(id, m, about)
}

// Await does the same as Trigger without the bound: its caller must have one of its own.
// What a model waits for already happens once more, about the same as before.
func (s *State) Await(id SkillID, m, about int8) {
	for i := range s.queue[:s.queued] {
		if x := &s.queue[i]; x.id == id && x.m == m {
			x.times++
			return
		}
	}
	s.queue[s.queued] = trigger{id, m, about, 1}
	s.queued++
	if s.Duel.By == Nobody && !s.resolving() {
		s.Push(taskTrigger, Nobody)
	}
}

// resolving reports whether the queue is being gone through, or is about to be.
func (s *State) resolving() bool {
	for i := range s.tasks[:s.taskCount] {
		if s.tasks[i].Kind == taskTrigger {
			return true
		}
	}
	return false
}

// runTrigger lets what has waited happen, first come, first served.
func runTrigger(s *State, _ *Task) {
	if s.queued == 0 {
		s.Pop()
		return
	}
	x := s.queue[0]
	if s.queue[0].times--; s.queue[0].times == 0 {
		s.queued--
		copy(s.queue[:], s.queue[1:s.queued+1])
	}
	s.Game.Skills[x.id].Triggered(s, x.m, x.about)
}

// EndMove ends a model's Move that was interrupted: there is nothing left of it.
func (s *State) EndMove(m int8) {
	for i := int(s.taskCount) - 1; i >= 0; i-- {
		if t := &s.tasks[i]; t.Kind == TaskGo || t.Kind == taskTravel {
			if t.M == m {
				s.Act.Left = 0
			}
			return
		}
	}
}
