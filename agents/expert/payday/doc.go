// Package payday is the hand-written player of PAYDAY DUEL. It plays both sides:
//
//   - a card, a move, a use of an asset has the value of the table after it as its
//     side sees it (value.go), with the next combat (clash.go) and the next Update;
//     an action that gains nothing is not played (lookahead.go);
//   - the Criminal keeps its heisters where work is being done, carries PAYDAY to
//     the nearer edge and escapes as long as somebody stays;
//   - the Police put officers where heisters are or will be, and shoot heisters that
//     they can finish;
//   - in combat, it kills the officers that can be killed, the most dangerous first
//     (rules.go).
package payday
