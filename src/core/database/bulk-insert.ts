import { sql } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { Tx } from './store.ts'

/**
 * Triggers whose work is done at once after the rows were inserted, by their table. Most change a row with a count for each
 * inserted row: PostgreSQL keeps all versions of a row until the transaction ends, and reads them at each change, so that
 * the time grows with the square of the rows.
 */
const TRIGGERS = {
  image: ['image_counted_in', 'image_count_added', 'image_count_moved'],
  image_subject: ['image_subject_count_added', 'public_image_subject_added', 'image_tagged'],
  georeference: [
    'georeference_count_added',
    'georeference_counted',
    'georeference_events_inserted',
    'public_georeference_added',
  ],
  from_above_georeference: [
    'from_above_georeference_count_added',
    'from_above_georeference_counted',
    'from_above_georeference_events_inserted',
    'public_from_above_georeference_added',
  ],
  subject_change: ['subject_change_events_inserted'],
  point_current: ['placed_title_moved'],
}

const IS_PUBLIC = 'collection.public * source.public'
const WITH_SOURCE = `join image on image.id = image_id
  join collection on collection.id = collection_id join source on source.id = source_id`

const FILL = [
  `update image set revision = revision + tags
    from (select image_id, count(*) as tags from image_subject group by image_id) as tagged
    where tagged.image_id = image.id`,
  'delete from collection_count',
  `insert into collection_count (collection_id, images)
    select collection_id, count(*) from image group by collection_id`,
  'delete from image_count',
  `insert into image_count (collection_id, confidence, images)
    select collection_id, coalesce(last_confidence, ''), count(*) from image
    where duplicate_of is null and will_not_georef = 0 group by 1, 2`,
  'delete from subject_count',
  `insert into subject_count (subject_id, images, public_images)
    select subject_id, count(*), sum(${IS_PUBLIC}) from image_subject ${WITH_SOURCE}
    group by subject_id`,
  'delete from user_count',
  `insert into user_count (user_id, points, public_points, areas, public_areas)
    select user_id, sum(point), sum(point * ${IS_PUBLIC}), sum(area), sum(area * ${IS_PUBLIC})
    from (
      select user_id, image_id, 1 as point, 0 as area from georeference
      union all select user_id, image_id, 0, 1 from from_above_georeference
    ) as made ${WITH_SOURCE} group by user_id`,
  `update georeference_total set count =
    (select count(*) from georeference) + (select count(*) from from_above_georeference)`,
  'select count(refresh_placed_title(image_id)) from point_current',
]

/** The insertion of many rows. On SQLite, the triggers work meanwhile, which is quick there. */
export interface BulkInsert {
  /** Counts the inserted rows, adds the tags to the revisions and indexes titles, unless that was done. */
  fillDerived(): Promise<void>
  /** Lets the triggers work again. All references to later rows must be valid by now. */
  end(): Promise<void>
}

/**
 * Begins to insert many images and contributions into an empty catalog, in a transaction for which other writers wait. The
 * caller rebuilds the activity. PostgreSQL's role must own the tables. The log of changes has one entry for each image,
 * that of its insertion.
 */
export async function beginBulkInsert(tx: Tx): Promise<BulkInsert> {
  if (engineOf(tx) === 'sqlite') return { fillDerived: async () => {}, end: async () => {} }
  let isFilled = false
  await switchTriggers(tx, 'disable')
  // Otherwise the long statements of some triggers are planned again for each row.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  return {
    async fillDerived() {
      if (isFilled) return
      isFilled = true
      await runAll(tx, FILL)
    },
    async end() {
      // A table with checks that wait for the commit cannot be altered.
      await sql`set constraints all immediate`.execute(tx)
      await switchTriggers(tx, 'enable')
    },
  }
}

async function switchTriggers(tx: Tx, action: 'disable' | 'enable'): Promise<void> {
  const statements = Object.entries(TRIGGERS).map(([table, names]) => {
    return `alter table ${table} ${names.map((name) => `${action} trigger ${name}`).join(', ')}`
  })
  await runAll(tx, statements)
}

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
