import { derive } from './derive.ts'
import type { JobHandlers } from './job-handler.ts'
import { remove } from './remove.ts'

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = { derive, remove }
