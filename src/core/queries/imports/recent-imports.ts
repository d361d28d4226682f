import type { Micros } from '../../base/clock.ts'
import { literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'

/** Number of slots that a page of imports covers. */
const MAX_SLOTS = 2000

const MICROS_PER_DAY = 24 * 60 * 60 * 1e6

interface ImportPage {
  now: Micros
  /** Only slots that expire before this time. */
  before?: Micros | undefined
}

/** Uploads of one user into one collection on one day (UTC). */
export interface RecentImport {
  username: string
  collectionId: number
  collection: string
  /** When the first of the slots was requested, and the last one. */
  from: Micros
  to: Micros
  slots: number
  /** Uploads that became images, or files of images. */
  committed: number
  /** Slots that can still be used. */
  pending: number
  /** Slots that were canceled, or expired without a commit. */
  abandoned: number
  /** Images of these uploads whose files are damaged, or could not be processed. */
  failedImages: number
}

/**
 * Groups the newest upload slots by user, collection and day, newest first. Slots are kept for 30 days.
 * @returns also where the next page starts: the expiry of the last slot; undefined on the last page
 */
export async function listRecentImports(
  reads: Reads,
  { now, before }: ImportPage,
): Promise<{ imports: RecentImport[]; next: Micros | undefined }> {
  const slots = reads
    .selectFrom('slot')
    .select(['user_id', 'collection_id', 'state', 'created_at', 'expires_at', 'image_id'])
    .$if(before !== undefined, (slot) => slot.where('expires_at', '<', before ?? 0))
    .orderBy('expires_at', 'desc')
    .limit(MAX_SLOTS)
  const grouped = reads
    .selectFrom(slots.as('slot'))
    .leftJoin('image', (join) =>
      join
        .onRef('image.id', '=', 'slot.image_id')
        .on('slot.state', '=', 'consumed')
        .on('image.processing', 'in', ['damaged', 'failed']),
    )
    .select(['slot.user_id', 'slot.collection_id'])
    .select(({ fn }) => {
      const count = () => fn.countAll<number>()
      return [
        fn.min<number>('slot.created_at').as('from'),
        fn.max<number>('slot.created_at').as('to'),
        fn.min<number>('slot.expires_at').as('earliest'),
        count().as('slots'),
        count().filterWhere('slot.state', '=', 'consumed').as('committed'),
        count()
          .filterWhere((slot) =>
            slot.and([slot('slot.state', '=', 'pending'), slot('slot.expires_at', '>', now)]),
          )
          .as('pending'),
        fn.count<number>('image.id').distinct().as('failedImages'),
      ]
    })
    .groupBy((slot) => [
      'slot.user_id',
      'slot.collection_id',
      slot('slot.created_at', '/', literal(MICROS_PER_DAY)),
    ])
  const rows = await reads
    .selectFrom(grouped.as('made'))
    .innerJoin('user', 'user.id', 'made.user_id')
    .innerJoin('collection', 'collection.id', 'made.collection_id')
    .select(['user.username', 'collection.id as collectionId', 'collection.name as collection'])
    .select(['made.from', 'made.to', 'made.earliest', 'made.slots', 'made.committed'])
    .select(['made.pending', 'made.failedImages'])
    .orderBy('made.to', 'desc')
    .orderBy('made.collection_id')
    .execute()
  const total = rows.reduce((sum, { slots }) => sum + slots, 0)
  return {
    imports: rows.map((row) => ({
      ...row,
      abandoned: row.slots - row.committed - row.pending,
    })),
    next: total < MAX_SLOTS ? undefined : Math.min(...rows.map(({ earliest }) => earliest)),
  }
}
