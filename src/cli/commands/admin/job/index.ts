import { createCommandGroup } from '../../../command.ts'
import { listJobsCommand } from './list.ts'
import { pauseJobsCommand } from './pause.ts'
import { purgeJobsCommand } from './purge.ts'
import { resumeJobsCommand } from './resume.ts'
import { retryJobsCommand } from './retry.ts'
import { runJobsCommand } from './run.ts'

export const jobCommands = createCommandGroup('job', 'Manage background jobs', [
  listJobsCommand,
  runJobsCommand,
  retryJobsCommand,
  pauseJobsCommand,
  resumeJobsCommand,
  purgeJobsCommand,
])
