import { createCommandGroup } from '../../../command.ts'
import { listJobsCommand } from '../../job/index.ts'
import { pauseJobsCommand, resumeJobsCommand } from '../../job/index.ts'
import { retryJobsCommand } from '../../job/index.ts'
import { purgeJobsCommand } from './purge.ts'
import { runJobsCommand } from './run.ts'

/** Former names of commands that now work at an instance, too: `catalog job retry`. */
const FORMER = [listJobsCommand, retryJobsCommand, pauseJobsCommand, resumeJobsCommand]

export const jobCommands = createCommandGroup(
  'job',
  'Run background jobs, and delete their records',
  [runJobsCommand, purgeJobsCommand, ...FORMER],
  ['list', 'retry', 'pause', 'resume'],
)
