import { createCommandGroup } from '../../command.ts'
import { listJobsCommand } from './list.ts'
import { pauseJobsCommand, resumeJobsCommand } from './pause.ts'
import { retryJobsCommand } from './retry.ts'

export const jobCommands = createCommandGroup('job', 'Manage background jobs', [
  listJobsCommand,
  retryJobsCommand,
  pauseJobsCommand,
  resumeJobsCommand,
])
