import type { Generated } from 'kysely'
import type { EventType, SubjectAction } from '../model/event-types.ts'

/** One event of the feed. What its images, texts and names are now is read from the rows it points at. */
export interface ActivityEventTable {
  id: Generated<number>
  type: EventType
  /** When it happened; of a group, its last change. */
  at: number
  /** The same, or later by microseconds where that moment was taken: no two events share one. */
  timestamp: number
  user_id: number | null
  /** Of a group only. */
  started_at: number | null
  /** Outlives the subject. */
  subject_id: number | null
  action: SubjectAction | null
  /** The reordering. */
  change_id: number | null
  comment_id: number | null
  collection_id: number | null
  /** How many georeferences were reached. */
  milestone: number | null
  /** How many of the rows that it reports are public, kept by triggers; 0 hides the event. */
  public_count: Generated<number>
}
