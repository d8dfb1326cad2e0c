// Package escher is regret minimisation by networks, without importance sampling (McAleer, Farina, Lanctot and Sandholm, "ESCHER:
// Eschewing Importance Sampling in Games by Computing a History Value Function to Estimate Regret", ICLR 2023,
// arXiv 2206.04122, algorithm 1).
//
// In every episode one seat explores: it draws all of its actions from the legal ones alike. The other seat plays the
// current policy: regret matching on the regrets of one network. Another network learns from the seat that explores what each action is
// worth against that play, and from these values every decision of that seat gets its regrets at once, none of them divided by a small probability.
// The regrets of a whole run are sampled, and the first network learns their mean. What the other seat played is sampled too, and its average,
// which a third network learns, is the policy: the weights of the run, which a bot plays by their softmax. Both means weigh an iteration by its
// number, as linear CFR does (Brown and Sandholm, AAAI 2019).
//
// Deep CFR (Brown et al., ICML 2019) stands beside it in the literature, and is not here: it walks the tree from states that it
// copies, which a train.Algorithm never sees. It learns from episodes, which may have been played on another machine.
//
// Four things differ from the paper. Values belong to information states and not to histories, because a batch holds what the seats observe
// and nothing else: the regret of an information state is the mean of its histories' in proportion to how often play against the same
// policies reaches them, and a value fitted to episodes has just that mean. Networks go on learning
// from one iteration to the next, where the paper begins with fresh ones; so what is in the memory of values gets new targets for the policy
// of each iteration. These targets are Retrace's. And what was seen after an action corrects its regret (Config.Correct), which divides
// by the probability of that one action: alike for all legal ones, it is never small.
//
// escher.go has the update, look.go what a batch says, targets.go what values learn, loss.go what the networks minimise, and state.go
// what a checkpoint holds.
package escher
