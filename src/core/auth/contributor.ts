import type { Visibility } from '../model/visibility.ts'

/** A user who changes something, with an app or on a page. */
export interface Contributor {
  userId: number
  isStaff: boolean
  /** Whether this person may moderate now: staff on pages, and apps with that scope. */
  isModerator: boolean
  /** Visibility of images, and so of those that this person can contribute to. */
  visibility: Visibility
}
