import type { Reads } from '../../../../core/db/store.ts'
import type { Cli } from '../../../cli.ts'
import { tell } from '../../../output.ts'

/** Tells the user if new milestones are not applied to all past events yet. */
export async function tellPendingMilestones(cli: Cli, reads: Reads): Promise<void> {
  const { areMilestonesPending } = await import('../../../../core/jobs/milestones.ts')
  if (!(await areMilestonesPending(reads))) return
  tell(
    cli,
    'New milestones are being applied to past events. A running server does it, or catalog admin job run.',
  )
}
