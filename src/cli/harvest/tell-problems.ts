import type { Cli } from '../cli.ts'
import { tell } from '../terminal/output.ts'
import type { HarvestState } from './harvest-state.ts'

/** Problems that people see; programs get all of them. */
const MAX_SHOWN = 20

/** Tells what could not be read of a remote, and what is strange there. */
export function tellProblems(cli: Cli, state: HarvestState): void {
  const problems = state.listProblems()
  if (problems.length === 0) return
  const shown = problems.slice(0, MAX_SHOWN)
  tell(
    cli,
    shown.map(({ code, url, message }) => {
      return `${code}: ${message.includes(url) ? '' : `${url}: `}${message}`
    }),
  )
  const others = state.countProblems() - shown.length
  if (others > 0) tell(cli, `${others} more.`)
}
