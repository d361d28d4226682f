import { derive } from './derive.ts'
import type { JobHandlers } from './job-handler.ts'
import { remove } from './remove.ts'

/** What each kind of job does. */
export const jobHandlers: JobHandlers = { derive, remove }
