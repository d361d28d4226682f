import { createPlacedGroup } from '../../client/with-api.ts'
import { listJobsCommand } from './list.ts'
import { pauseJobsCommand, resumeJobsCommand } from './pause.ts'
import { retryJobsCommand } from './retry.ts'

export const jobCommands = createPlacedGroup('job', 'Manage background jobs', [
  listJobsCommand,
  retryJobsCommand,
  pauseJobsCommand,
  resumeJobsCommand,
])
