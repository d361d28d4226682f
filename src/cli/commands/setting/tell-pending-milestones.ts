import type { Setting } from '../../../core/contract/settings.ts'
import type { Cli } from '../../cli.ts'
import { tell } from '../../terminal/output.ts'

/** Tells the user if new milestones are not applied to all past events yet. */
export function tellPendingMilestones(cli: Cli, settings: readonly Setting[]): void {
  if (!settings.some(({ pending }) => pending)) return
  tell(
    cli,
    'New milestones are being applied to past events. A running server does it, or catalog admin job run.',
  )
}
