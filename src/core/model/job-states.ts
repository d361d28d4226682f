/** The states in which staff look after jobs. */
export const LISTED_STATES = ['failed', 'queued', 'running'] as const

export type ListedState = (typeof LISTED_STATES)[number]
