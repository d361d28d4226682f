import type { SchemaSql } from '../schema-sql.ts'
import { activity, totalTriggers } from './activity.ts'
import { audit } from './audit.ts'
import { authorization } from './authorization.ts'
import { changeLog, changeTriggers } from './changes.ts'
import { collections } from './collections.ts'
import { contributions } from './contributions.ts'
import { counts, countTriggers } from './counts.ts'
import { current, currentTriggers } from './current.ts'
import { embeddings } from './embeddings.ts'
import { images } from './images.ts'
import { lastGeoreferencedTriggers } from './last-georeferenced.ts'
import { people } from './people.ts'
import { processingTriggers } from './processing.ts'
import { publicEventTriggers } from './public-events.ts'
import { revisionTriggers } from './revisions.ts'
import { slotsAndJobs } from './slots-and-jobs.ts'

/** The statements of the tables and their indexes, several in each text, in the dialect of SQLite. */
export function initialTables(sql: SchemaSql): string[] {
  const content = [people, collections(sql), images(sql), contributions(sql)]
  const derived = [current, counts, activity, changeLog(sql)]
  return [...content, ...derived, slotsAndJobs, embeddings, authorization, audit]
}

/** The triggers, in the dialect of SQLite. */
export function initialTriggers(sql: SchemaSql): string[] {
  return [
    ...lastGeoreferencedTriggers,
    ...currentTriggers,
    ...countTriggers(sql),
    ...totalTriggers,
    ...publicEventTriggers(sql),
    ...revisionTriggers(sql),
    ...processingTriggers(sql),
    ...changeTriggers,
  ]
}
