import { SITEWIDE_MILESTONES, USER_MILESTONES } from '../base/limits.ts'

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
