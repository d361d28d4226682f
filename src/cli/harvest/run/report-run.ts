import type { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from '../../terminal/exit-codes.ts'
import { formatCount } from '../../terminal/format.ts'
import { isForPrograms, printRecord, tell } from '../../terminal/output.ts'
import { shorten } from '../../../core/model/text.ts'
import type { HarvestState } from '../harvest-state.ts'
import type { PassResult } from '../run-pass.ts'
import { describeWithheld, type Withheld } from '../withdrawal-guard.ts'
import { tellProblems } from '../tell-problems.ts'
import type { HarvestConfig } from './harvest-config.ts'
import type { ImportOutcome } from './import-new.ts'
import type { MoveOutcome } from './move-images.ts'
import type { UpdateOutcome } from './update-changed.ts'

/** Result of a run. */
export interface HarvestOutcome {
  pass: PassResult
  imported: ImportOutcome
  returned: MoveOutcome
  updated: UpdateOutcome
  withdrawn: MoveOutcome
  withheld: Withheld | undefined
  /** Records that the remote no longer has, before their images were moved. */
  due: number
}

/** Problems of records that are listed; others are only counted. */
const MAX_PROBLEMS = 1000
const MAX_SHOWN = 20

/** Reports a run, as one record, and sets the exit code. */
export function reportHarvestRun(
  cli: Cli,
  state: HarvestState,
  config: HarvestConfig,
  outcome: HarvestOutcome,
): void {
  const { pass, imported, returned, updated, withdrawn, withheld } = outcome
  const problems = [imported, returned, updated, withdrawn].flatMap((part) => part.problems)
  const lost = state.listProblems().map(({ code, url, message, isLoss }) => {
    return { code, url, message, loss: isLoss }
  })
  const counts = {
    name: config.name,
    url: config.url,
    complete: pass.isComplete,
    records: state.countPresent(),
    imported: imported.counts.imported,
    exists: imported.counts.exists,
    updated: updated.updated,
    returned: returned.moved,
    withdrawn: withdrawn.moved,
    not_imported: state.count('new'),
    failed: imported.counts.failed + updated.failed + returned.failed + withdrawn.failed,
  }
  printRecord(cli, {
    ...(isForPrograms(cli) && { schema: 'catalog.harvest/1' }),
    ...counts,
    ...(isForPrograms(cli) && {
      withheld: withheld ?? null,
      problems: [...lost, ...problems].slice(0, MAX_PROBLEMS),
    }),
  })
  tellProblems(cli, state)
  tellRecordProblems(cli, problems)
  if (withheld) tell(cli, describeWithheld(withheld))
  else if (config.withdrawn_to === undefined && outcome.due > 0)
    tell(
      cli,
      `The remote withdrew ${formatCount(outcome.due, 'record')}, whose images stay, because withdrawn_to is not set.`,
    )
  const stoppedBy = findStop(outcome)
  if (stoppedBy) tell(cli, `Stopped early: ${stoppedBy.message}`)
  cli.exitCode = chooseExitCode(cli, outcome, counts.failed)
}

function findStop(outcome: HarvestOutcome): CatalogError | undefined {
  const { imported, returned, updated, withdrawn } = outcome
  return [imported, returned, updated, withdrawn].find(({ stoppedBy }) => stoppedBy)?.stoppedBy
}

function tellRecordProblems(cli: Cli, problems: ImportOutcome['problems']): void {
  for (const { code, record, message } of problems.slice(0, MAX_SHOWN))
    tell(cli, `${code}: ${shorten(record, 200)}: ${message}`)
  if (problems.length > MAX_SHOWN) tell(cli, `${problems.length - MAX_SHOWN} more.`)
}

function chooseExitCode(cli: Cli, outcome: HarvestOutcome, failed: number): number {
  const { pass, imported, withheld } = outcome
  const { undecided, unfinished } = imported.counts
  const stoppedBy = findStop(outcome)
  if (cli.signal.aborted) return toSignalExitCode(cli.signal.reason)
  if (undecided > 0) return EXIT.undecided
  if (stoppedBy) return toExitCode(stoppedBy)
  const isPartial = !pass.isComplete || withheld !== undefined || failed > 0 || unfinished > 0
  return isPartial || imported.problems.length > 0 ? EXIT.partial : EXIT.ok
}
