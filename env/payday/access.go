package payday

// Round counts from 1; 0 during the setup. It is public.
func (s *State) Round() int { return int(s.round) }
