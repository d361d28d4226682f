import { contains, inList } from '../../database/sql.ts'
import { beginsWith, column, expressions, literal } from '../../database/expressions.ts'
import type { SubjectRecord } from '../../contract/subject-record.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'
import { parseItemId } from '../../model/item-id.ts'

/** Selects subjects, whether or not an image shows them; absent members select all. */
export interface SubjectRecordFilter {
  /** Part of the title, regardless of case. */
  title?: string | undefined
  /** Whether images are tagged with it. */
  tagged?: boolean | undefined
  /** Whether it has a geometry. */
  hasGeometry?: boolean | undefined
  /** Id of the subject after which the list starts. */
  after?: number | undefined
}

/** Lists subjects by title, with the numbers of their images and geometries. */
export async function listSubjectRecords(
  reads: Reads,
  { title, tagged, hasGeometry, after }: SubjectRecordFilter,
  limit: number,
): Promise<SubjectRecord[]> {
  const start = after === undefined ? undefined : await getSubjectRecord(reads, after)
  return selectRecords(reads)
    .$if(title !== undefined, (query) =>
      query.where(contains(column('subject.title_folded'), foldText(title ?? ''))),
    )
    .$if(tagged !== undefined, (query) =>
      query.where(zeroIfNull('counted.images'), tagged ? '>' : '=', 0),
    )
    .$if(hasGeometry !== undefined, (query) =>
      query.where((eb) => {
        const hasOne = eb.exists(
          eb
            .selectFrom('subject_geometry')
            .select(literal(1).as('one'))
            .whereRef('subject_id', '=', 'subject.id'),
        )
        return hasGeometry === true ? hasOne : eb.not(hasOne)
      }),
    )
    .$if(start !== undefined, (query) =>
      query.where(
        expressions(
          expressions.refTuple(
            column<string>('subject.title_folded'),
            column<number>('subject.id'),
          ),
          '>',
          expressions.tuple(foldText(start?.title ?? ''), start?.id ?? 0),
        ),
      ),
    )
    .orderBy('subject.title_folded')
    .orderBy('subject.id')
    .limit(limit)
    .execute()
}

/** Lists a page of all subjects by id, from the first after an id. */
export function listSubjectPage(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<SubjectRecord[]> {
  return selectRecords(reads)
    .where('subject.id', '>', after)
    .orderBy('subject.id')
    .limit(limit)
    .execute()
}

/** Finds subjects with an id, slug or Wikidata item, then those whose titles begin with the text, by title. */
export async function findSubjectRecords(
  reads: Reads,
  text: string,
  limit: number,
): Promise<SubjectRecord[]> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  const exact = await selectRecords(reads)
    .where((is) =>
      is.or([
        is('subject.id', '=', id),
        is('subject.slug', '=', text),
        is('subject.kb_id', '=', parseItemId(text) ?? ''),
      ]),
    )
    .orderBy('subject.id')
    .limit(limit)
    .execute()
  const titled = await selectRecords(reads)
    .where(beginsWith(column('subject.title_folded'), foldText(text)))
    .orderBy('subject.title_folded')
    .orderBy('subject.id')
    .limit(limit)
    .execute()
  const all = new Map([...exact, ...titled].map((record) => [record.id, record]))
  return [...all.values()].slice(0, limit)
}

/** @throws CatalogError kind `not_found` */
export async function getSubjectRecord(reads: Selects, id: number): Promise<SubjectRecord> {
  const record = await selectRecords(reads).where('subject.id', '=', id).executeTakeFirst()
  if (!record) throw notFound(`There is no subject ${id}.`)
  return record
}

function selectRecords(reads: Selects) {
  return reads
    .selectFrom('subject')
    .leftJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.kb_id as item', 'subject.slug', 'subject.title'])
    .select(['subject.description', 'subject.kb_title as item_title'])
    .select(['subject.kb_description as item_description'])
    .select(zeroIfNull('counted.images').as('images'))
    .select(zeroIfNull('counted.public_images').as('public_images'))
    .select((subject) =>
      subject
        .selectFrom('subject_geometry')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('subject_id', '=', 'subject.id')
        .$asScalar()
        .$notNull()
        .as('geometries'),
    )
}

/** Subjects without images have no row in the table. */
function zeroIfNull(name: 'counted.images' | 'counted.public_images') {
  return expressions.fn.coalesce(column<number>(name), literal(0))
}

/** Lists subjects without a geometry, with their Wikidata items. */
export function listSubjectsWithoutGeometry(
  reads: Reads,
): Promise<{ id: number; item: string; slug: string }[]> {
  return reads
    .selectFrom('subject')
    .leftJoin('subject_geometry as geometry', 'geometry.subject_id', 'subject.id')
    .select(['subject.id', 'subject.kb_id as item', 'subject.slug'])
    .where('geometry.id', 'is', null)
    .orderBy('subject.id')
    .execute()
}

/** Lists subjects with their Wikidata items, by id. @param ids selects subjects; all by default */
export function listSubjectItems(
  reads: Reads,
  ids?: readonly number[],
): Promise<{ id: number; item: string; slug: string }[]> {
  return reads
    .selectFrom('subject')
    .select(['id', 'kb_id as item', 'slug'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', inList(ids ?? [])))
    .orderBy('id')
    .execute()
}
