package open

import "ringer/env"

// PurposeVerifyGames is of the games whose positions verify a bot.
const PurposeVerifyGames env.Purpose = "verify/games"
