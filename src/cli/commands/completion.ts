import { Argument, Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../command.ts'
import { COMPLETION_SCRIPTS, SHELLS } from '../completion/scripts.ts'
import { printText } from '../terminal/output.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'

export const completionCommand: CommandFactory = (cli) => {
  const command = new Command('completion')
    .description('Print a script that completes commands, options, and slugs')
    .addArgument(new Argument('<shell>', 'Shell').choices(SHELLS))
    .argument('[words...]', 'Words to complete, for the script; it prints the candidates')
  return command.action(async (shell, words) => {
    if (words.length === 0) return printText(cli, COMPLETION_SCRIPTS[shell])
    const { findCandidates } = await import('../completion/find-candidates.ts')
    const program = command.parent
    if (program === null) return
    const found = await findCandidates(program, words, async (kind) => {
      const { readKnownValues } = await import('../completion/known-values.ts')
      // Without an instance there is nothing to complete, which is no error while a person types.
      return readKnownValues(cli, kind).catch(() => [])
    })
    const lines = found.map(({ text, description }) => `${text}\t${sanitizeLine(description)}\n`)
    if (lines.length > 0) printText(cli, lines.join(''))
  })
}
