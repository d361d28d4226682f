import { changes } from './changes.ts'
import { derive } from './derive.ts'
import { embed } from './embed.ts'
import type { JobHandlers } from './job-handler.ts'
import { milestones } from './milestones.ts'
import { remove } from './remove.ts'
import { tile } from './tile.ts'
import { withdraw } from './withdraw.ts'

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  derive,
  tile,
  embed,
  remove,
  withdraw,
  milestones,
  changes,
}
