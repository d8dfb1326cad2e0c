package heist

// This file names questions and actions for people.

// nodeWords are phrases for what a state waits for.
var nodeWords = [nodes]string{
	nodeRecruit:       "recruit Personnel, or pass",
	nodePartner:       "choose a partner to trade with, or pass",
	nodeGive:          "choose what to offer",
	nodeWant:          "choose what to ask for it",
	nodeAnswer:        "accept the offer, or decline",
	nodePick:          "choose the Con to give",
	nodeEvent:         "play an Event, or pass",
	nodePerson:        "choose Personnel in play",
	nodeOwner:         "choose whose",
	nodeSeat:          "choose an opponent",
	nodeJob:           "choose a Job in play",
	nodeExchange:      "discard a card, or stop",
	nodeAttach:        "play a Complication or a Secondary Job, or pass",
	nodePlace:         "choose a Job to attach it to",
	nodeExecute:       "execute a Job, or pass",
	nodeObstacle:      "overcome the next card, or give up",
	nodeUnspend:       "choose spent Personnel to free",
	nodeCrisis:        "play a Crisis, or pass",
	nodeDiscard:       "discard down to the hand limit",
	nodeStart:         "who begins",
	nodeDeal:          "a card of the first hand",
	nodeFirstJob:      "a first Job",
	nodeFirstSecurity: "a Security card",
	nodeDraw:          "a card from the deck",
	nodeLose:          "a card lost at random",
	nodeSecurity:      "a Security card",
	nodeThwarter:      "the Thwarter",
	nodeDie:           "the die after a card",
	nodeSpend:         "Personnel to spend",
	nodeCrew:          "the die for Personnel",
	nodeLieLow:        "the die for lying low",
	nodeNewJob:        "a new Job",
	nodeOver:          "the game is over",
}

// asks returns what the state waits for, in words.
func (s *State) asks() string { return nodeWords[s.node] }

// verbs are the words for naming a card.
var verbs = [nodes]string{
	nodeRecruit: "recruit", nodeGive: "offer", nodeWant: "want", nodePick: "give", nodeEvent: "play", nodePerson: "target", nodeExchange: "discard",
	nodeAttach: "play", nodeObstacle: "use", nodeUnspend: "free", nodeCrisis: "play", nodeDiscard: "discard",
	nodeDeal: "draw", nodeDraw: "draw", nodeLose: "lose", nodeSpend: "spend",
}

func (s *State) verb() string {
	if v := verbs[s.node]; v != "" {
		return v
	}
	return "card"
}

// actWords name the acts that have one id each.
var actWords = [acts]string{
	ActPass: "pass", ActStop: "stop", ActGift: "want nothing", ActAccept: "accept", ActDecline: "decline",
	ActExecute: "execute own Job", ActGiveUp: "give up",
}
