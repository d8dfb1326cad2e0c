package shell

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// quotedBash goes behind cobra's script for bash, which completes nothing in a word that
// begins with a quote, as names with parentheses do.
const quotedBash = `
# Complete a word that begins with a quote, such as 'heat(pl, inside of the quotes.
__start_ringer_quoted()
{
    local word=${COMP_WORDS[COMP_CWORD]} line=${COMP_LINE:0:COMP_POINT} program=${COMP_WORDS[0]} out comp
    local quote=${word:0:1}
    if [[ $quote != "'" && $quote != '"' ]]; then
        __start_ringer
        return
    fi
    COMPREPLY=()
    out=$(eval "${program} __completeNoDesc ${line#*"${program}"}${quote}" 2>/dev/null)
    while IFS='' read -r comp; do
        [[ $comp == "${word:1}"* ]] && COMPREPLY+=("$comp")
    done <<<"${out%:*}"
    (( ${#COMPREPLY[@]} )) && compopt -o nospace +o default 2>/dev/null
    return 0
}
complete -o default -F __start_ringer_quoted ringer
`

// quotedFor returns quotedBash for a program of another name.
func quotedFor(program string) string {
	function := "__start_" + strings.NewReplacer("-", "_", ":", "_").Replace(program) // as cobra has it
	last := strings.LastIndex(quotedBash, RingerProgram)
	return strings.ReplaceAll(quotedBash[:last], "__start_"+RingerProgram, function) + program + quotedBash[last+len(RingerProgram):]
}

// CompleteQuoted makes `ringer completion bash` print quotedBash too.
func CompleteQuoted(root *cobra.Command) {
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil {
		return
	}
	bash.RunE = func(cmd *cobra.Command, _ []string) error {
		var script bytes.Buffer
		plain, _ := cmd.Flags().GetBool("no-descriptions")
		if err := root.GenBashCompletionV2(&script, !plain); err != nil {
			return err
		}
		script.WriteString(quotedFor(root.Name()))
		_, err := io.Copy(cmd.OutOrStdout(), &script)
		return err
	}
}
