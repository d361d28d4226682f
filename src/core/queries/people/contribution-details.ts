import { inList } from '../../database/sql.ts'
import type { Selects } from '../../database/store.ts'
import type { Confidence, Verdict } from '../../database/tables.ts'
import type { RevertibleContribution, RevertibleKind } from './contributions-since.ts'

/** Content of a contribution. Its kind decides which members are present. */
export interface ContributionDetails {
  confidence?: Confidence
  verdict?: Verdict
  latitude?: number
  longitude?: number
  /** A comment, or notes; null without notes. */
  text?: string | null
  /** Title of the subject. */
  subject?: string
}

/**
 * Reads the content of contributions, and their images, each by its id. Deleted ones are missing.
 * @returns the details of each kind by id
 */
export async function describeContributions(
  reads: Selects,
  contributions: readonly RevertibleContribution[],
) {
  const details = new Map<RevertibleKind, ReadonlyMap<number, ContributionDetails>>()
  for (const [kind, of] of Map.groupBy(contributions, (each) => each.kind)) {
    const ids = of.map(({ id }) => id)
    details.set(kind, byId(await READ[kind](reads, ids)))
  }
  const images = contributions.flatMap(({ image_id: id }) => (id === null ? [] : [id]))
  return { details, images: byId(await readImages(reads, images)) }
}

function readImages(reads: Selects, ids: readonly number[]) {
  return reads
    .selectFrom('image')
    .select(['id', 'title', 'generation'])
    .where('id', 'in', inList(ids))
    .execute()
}

type Read = (
  reads: Selects,
  ids: readonly number[],
) => Promise<(ContributionDetails & { id: number })[]>

const readSubjects: Read = (reads, ids) =>
  reads
    .selectFrom('subject')
    .select(['id', 'title as subject'])
    .where('id', 'in', inList(ids))
    .execute()

const READ: Record<RevertibleKind, Read> = {
  georeference: (reads, ids) =>
    reads
      .selectFrom('georeference')
      .select(['id', 'confidence', 'confidence_notes as text', 'latitude', 'longitude'])
      .where('id', 'in', inList(ids))
      .execute(),
  from_above_georeference: (reads, ids) =>
    reads
      .selectFrom('from_above_georeference')
      .select(['id', 'confidence', 'confidence_notes as text'])
      .where('id', 'in', inList(ids))
      .execute(),
  validation: (reads, ids) =>
    reads
      .selectFrom('validation')
      .select(['id', 'validation as verdict', 'notes as text'])
      .where('id', 'in', inList(ids))
      .execute(),
  comment: (reads, ids) =>
    reads.selectFrom('comment').select(['id', 'text']).where('id', 'in', inList(ids)).execute(),
  tag: readSubjects,
  removed_tag: readSubjects,
  subject: readSubjects,
  tag_order: () => Promise.resolve([]),
}

function byId<Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
