package env

// Purpose names what a random stream is for. It is part of the stream's seed, so
// that two uses of one run's seed never share their numbers.
type Purpose string

// Every purpose in Ringer. Each stream has one of its own, and a changed value
// changes all that is drawn for that purpose.
const (
	PurposeEpisode Purpose = "episode" // chance in the episodes of a gym.Env or gym.Vector

	PurposeCheck         Purpose = "check"          // chance and actions of the games that test the laws
	PurposeCheckProbes   Purpose = "check probes"   // states and ids that are probed on the way
	PurposeCheckBetween  Purpose = "check between"  // the other game between two of the same seed
	PurposeCheckBiased   Purpose = "check biased"   // the same of games that are played with a bias
	PurposeCheckEvents   Purpose = "check events"   // ways on that a seat cannot tell apart
	PurposeCheckTold     Purpose = "check told"     // ways on of which a seat is told otherwise
	PurposeCheckOdds     Purpose = "check odds"     // games and worlds that are compared with each other
	PurposeCheckParallel Purpose = "check parallel" // games that are played side by side
	PurposeGolden        Purpose = "golden"         // a recorded playthrough
	PurposeHistory       Purpose = "history"        // games that tell a changed rule

	PurposeBenchPlayouts  Purpose = "bench/playouts" // games of the bare and observed benchmarks, by worker
	PurposeBenchVector    Purpose = "bench/vector"   // actions of the vector benchmark
	PurposeBenchDeals     Purpose = "bench/deal"     // positions that a search is measured on
	PurposeBenchDecisions Purpose = "bench/decision" // the search itself

	PurposeSearchProbe Purpose = "agents/mcts/probe" // games that tell whether anything is hidden

	PurposeMatchDeals     Purpose = "eval/deal"            // chance, shared by all rotations of a deal
	PurposeMatchAgents    Purpose = "eval/agent"           // decisions, by deal, rotation and seat
	PurposeMatchIntervals Purpose = "eval/bootstrap"       // resampled deals of an interval
	PurposeArenaIntervals Purpose = "eval/arena/bootstrap" // resampled deals of a rating
	PurposeTabulate       Purpose = "eval/tabulate"        // decisions at every information state of a small game
	PurposeSimplex        Purpose = "eval/simplex"         // perturbations against cycling
	PurposeTreeEstimate   Purpose = "tree/estimate"        // playouts that guess the size of a tree

	PurposeTrainActions    Purpose = "train/actions"       // episodes and actions of an iteration, by group
	PurposeTrainOpponents  Purpose = "train/agent"         // decisions of fixed opponents, by table and episode
	PurposeTrainPast       Purpose = "train/opponent"      // which past selves play
	PurposeTrainTables     Purpose = "train/tables"        // at which tables opponents play, by group
	PurposeTrainUpdate     Purpose = "train/update"        // minibatches
	PurposeTrainWatch      Purpose = "train/watch"         // matches during training
	PurposeTrainChoose     Purpose = "train/choose"        // matches that choose the weights to keep
	PurposeTrainReport     Purpose = "train/report"        // matches that report on the weights kept
	PurposeImitateActions  Purpose = "demonstrate/actions" // episodes and actions of a demonstration, by group
	PurposeImitateAgent    Purpose = "imitation/agent"     // decisions of the demonstrator, by table and episode
	PurposeImitateTables   Purpose = "imitation/tables"    // at which tables opponents play, by group
	PurposeImitateUpdate   Purpose = "imitation/update"    // minibatches of imitation
	PurposeSolve           Purpose = "train/cfr"           // samples of a solver
	PurposeExploiterTrain  Purpose = "exploiter/train"     // training of one best response
	PurposeExploiterScreen Purpose = "exploiter/screen"    // matches that choose which best responses train on
	PurposeExploiterSelect Purpose = "exploiter/select"    // matches that choose among best responses
	PurposeExploiterReport Purpose = "exploiter/report"    // matches that report on the one chosen

	PurposeSweepPropose Purpose = "sweep/propose" // values that a sweep tries, by trial
	PurposeSweepTrial   Purpose = "sweep/trial"   // seeds of its trials
	PurposeSweepChoose  Purpose = "sweep/choose"  // seeds of the runs that choose among the best
	PurposeSweepReport  Purpose = "sweep/report"  // seeds of the runs that report on the one chosen

	PurposeCorpus      Purpose = "report/corpus"  // games of a report, by game
	PurposeCorpusSeats Purpose = "report/seats"   // who sits where in them, by game
	PurposeBeside      Purpose = "report/beside"  // decisions of an agent that is asked beside another, by deal
	PurposeArc         Purpose = "report/arc"     // positions that playouts judge, and the playouts, by game
	PurposeAims        Purpose = "report/aims"    // games that go on from targets, by decision and game
	PurposeLuck        Purpose = "report/luck"    // replays of the same deal, by game
	PurposeOptions     Purpose = "report/options" // decisions whose actions are compared, and their playouts
	PurposeStyles      Purpose = "report/styles"  // first centres of clusters, and resampled games
	PurposeUplift      Purpose = "report/uplift"  // games that are forked, their moments, and what follows

	PurposeLevels Purpose = "levels" // arenas that choose and rate the levels of a run

	PurposePlayChance       Purpose = "play/chance"       // chance at a table with people, by step
	PurposePlayDecisions    Purpose = "play/decision"     // decisions of agents there
	PurposePlayActions      Purpose = "play/action"       // actions drawn from those decisions
	PurposePlayUndo         Purpose = "play/undo"         // worlds that show what a decision revealed
	PurposePlayHint         Purpose = "play/hint"         // seeds of hints and reviews
	PurposePlayDaily        Purpose = "play/daily"        // the seed of a day's deal
	PurposeProtocolDecision Purpose = "protocol/decision" // decisions for a program that asks a bot
	PurposeProtocolAction   Purpose = "protocol/action"   // actions drawn from those decisions
	PurposeWireDecision     Purpose = "wire/decision"     // decisions of agents at a table of a program, by table, episode and decision
	PurposeWireAction       Purpose = "wire/action"       // actions drawn from those decisions
	PurposeWireSeat         Purpose = "wire/seat"         // the seat of a program that leaves it to chance, by table and episode
	PurposeWireFuture       Purpose = "wire/future"       // chance of a copy of a table that gets a future of its own
	PurposeWireWorld        Purpose = "wire/world"        // worlds that a seat cannot tell apart
	PurposeAdvice           Purpose = "advice"            // worlds and dice of advice, by stage
	PurposeReview           Purpose = "review"            // advice of a review, by step
	PurposePeek             Purpose = "peek"              // games of a test for peeking, and worlds dealt again, by game and step
	PurposePuzzles          Purpose = "puzzles"           // games that puzzles are looked for in, by game
	PurposeVerifyGames      Purpose = "verify/games"      // games whose positions verify a bot
	PurposeVerifyVectors    Purpose = "verify/vectors"    // observations that verify a bot

	PurposePositionsChance    Purpose = "chance"   // chance in a study of positions
	PurposePositionsDecisions Purpose = "decision" // decisions there
	PurposePositionsPolicy    Purpose = "policy"   // the decision that a picture shows

	PurposeWhatIf          Purpose = "whatif"           // games under changed rules, by deal
	PurposeReportScreen    Purpose = "report/screen"    // games that choose which rules a report changes
	PurposeAnswer          Purpose = "answer"           // games against a strategy, by deal
	PurposeAnswerIntervals Purpose = "answer/bootstrap" // resampled deals of an answer
	PurposeTrustIntervals  Purpose = "trust/bootstrap"  // resampled deals of the gap between trainings
	PurposeWhatIfIntervals Purpose = "whatif/bootstrap" // resampled deals of a change

	PurposeScatter Purpose = "duel/scatter"            // terrain laid out by a seed
	PurposeForesee Purpose = "fivepossessions/foresee" // sampled hands of a forecast
)
