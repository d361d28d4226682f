import { inList } from '../db/dialect.ts'
import type { Selects } from '../db/store.ts'
import type { Confidence, Verdict } from '../db/tables.ts'
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

interface ContributedImage {
  title: string
  generation: string | null
}

type Details = ReadonlyMap<number, ContributionDetails>

/**
 * Reads the content of contributions, and their images, each by its id. Deleted ones are missing.
 * @returns the details of each kind by id
 */
export async function describeContributions(
  reads: Selects,
  contributions: readonly RevertibleContribution[],
) {
  const details = new Map<RevertibleKind, Details>()
  for (const [kind, of] of Map.groupBy(contributions, (each) => each.kind))
    details.set(
      kind,
      await DESCRIBE[kind](
        reads,
        of.map(({ id }) => id),
      ),
    )
  const images = contributions.flatMap(({ image_id: id }) => (id === null ? [] : [id]))
  return { details, images: await readImages(reads, images) }
}

async function readImages(
  reads: Selects,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContributedImage>> {
  const images = await reads
    .selectFrom('image')
    .select(['id', 'title', 'generation'])
    .where('id', 'in', inList(ids))
    .execute()
  return byId(images)
}

type Describe = (reads: Selects, ids: readonly number[]) => Promise<Details>

const describeSubjects: Describe = async (reads, ids) =>
  byId(
    await reads
      .selectFrom('subject')
      .select(['id', 'title as subject'])
      .where('id', 'in', inList(ids))
      .execute(),
  )

const DESCRIBE: Record<RevertibleKind, Describe> = {
  georeference: async (reads, ids) =>
    byId(
      await reads
        .selectFrom('georeference')
        .select(['id', 'confidence', 'confidence_notes as text', 'latitude', 'longitude'])
        .where('id', 'in', inList(ids))
        .execute(),
    ),
  from_above_georeference: async (reads, ids) =>
    byId(
      await reads
        .selectFrom('from_above_georeference')
        .select(['id', 'confidence', 'confidence_notes as text'])
        .where('id', 'in', inList(ids))
        .execute(),
    ),
  validation: async (reads, ids) =>
    byId(
      await reads
        .selectFrom('validation')
        .select(['id', 'validation as verdict', 'notes as text'])
        .where('id', 'in', inList(ids))
        .execute(),
    ),
  comment: async (reads, ids) =>
    byId(
      await reads
        .selectFrom('comment')
        .select(['id', 'text'])
        .where('id', 'in', inList(ids))
        .execute(),
    ),
  tag: describeSubjects,
  removed_tag: describeSubjects,
  subject: describeSubjects,
  tag_order: () => Promise.resolve(new Map()),
}

function byId<Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
