import type { ColumnType, Generated } from 'kysely'
import type { FlagReason } from '../model/flag-reasons.ts'

/** Tables of the work of the community, and of its moderation. */
export interface CommunityTables {
  comment: CommentTable
  skip: SkipTable
  flag: FlagTable
  hidden_comment: HiddenCommentTable
  suspension: SuspensionTable
  visit: VisitTable
  /** Maintained by triggers: images whose newest georeference has more validations as incorrect than as correct. */
  disputed_image: { image_id: ColumnType<number, never, never> }
}

interface CommentTable {
  id: Generated<number>
  image_id: number
  text: string
  commented_by: number
  created_at: number
}

/** When a user last visited the account page. */
interface VisitTable {
  user_id: number
  /** End of the visit before the latest one. */
  ended_at: number
  /** Newest time in the latest visit. */
  latest_at: number
}

/** An image that a user does not want to place now. */
interface SkipTable {
  user_id: number
  image_id: number
  reason: string | null
  skipped_at: number
}

/** A report of an image to staff. A user has at most one open one of each image and reason. */
interface FlagTable {
  id: Generated<number>
  image_id: number
  reason: FlagReason
  text: string | null
  flagged_by: number
  flagged_at: number
  /** Null while it is open, and if it was resolved on the host. */
  resolved_by: number | null
  /** Null while it is open. */
  resolved_at: number | null
}

/** A comment that staff hid, with the columns that it had. It is in the table `comment` no longer. */
interface HiddenCommentTable {
  id: number
  image_id: number
  text: string
  commented_by: number
  created_at: number
  /** Null if it was hidden on the host. */
  hidden_by: number | null
  hidden_at: number
}

/** A user who may not write. */
interface SuspensionTable {
  user_id: number
  /** Null if it was decided on the host. */
  suspended_by: number | null
  suspended_at: number
  reason: string | null
}
