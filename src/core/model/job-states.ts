export const JOB_STATES = ['running', 'failed', 'queued', 'done'] as const

export type JobState = (typeof JOB_STATES)[number]

/** The states in which staff look after jobs. */
export const LISTED_STATES = ['failed', 'queued', 'running'] as const

export type ListedState = (typeof LISTED_STATES)[number]
