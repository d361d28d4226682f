import type { Generated } from 'kysely'
import type { EventType, SubjectAction } from '../model/event-types.ts'

/** An event of the feed. Its images, texts and names are read from the rows that it refers to. */
export interface ActivityEventTable {
  id: Generated<number>
  type: EventType
  /** Time of the event; of a group, of its last contribution. */
  at: number
  /** Like `at`, or a few microseconds later: unique among all events. */
  timestamp: number
  user_id: number | null
  /** Time of the first contribution. Null unless the event is a group. */
  started_at: number | null
  /** Not a foreign key: the event outlives the subject. */
  subject_id: number | null
  action: SubjectAction | null
  /** The change of a reorder. Null for other events. */
  change_id: number | null
  comment_id: number | null
  collection_id: number | null
  /** Number of georeferences. Null unless the event is a milestone. */
  milestone: number | null
  /** Number of public rows that it reports, maintained by triggers; 0 hides the event. */
  public_count: Generated<number>
}
