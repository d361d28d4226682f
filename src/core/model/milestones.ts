import { SITEWIDE_MILESTONES, USER_MILESTONES } from '../limits.ts'

/** Milestones in ascending order, in georeferences. After the last one, its multiples follow. */
export type Steps = readonly number[]

export interface Milestones {
  user: Steps
  sitewide: Steps
}

export const DEFAULT_MILESTONES: Milestones = {
  user: USER_MILESTONES,
  sitewide: SITEWIDE_MILESTONES,
}

export function isMilestone(count: number, steps: Steps): boolean {
  const last = steps.at(-1)
  if (last === undefined) return false
  return count > last ? count % last === 0 : steps.includes(count)
}
