import type { AliasedExpression, Expression, SqlBool } from 'kysely'
import type { Micros } from '../../base/clock.ts'
import { inList, isAnyOf } from '../../database/sql.ts'
import { column, compareTimeAndId, expressions, literal } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Selects } from '../../database/store.ts'
import type { Verdict } from '../../database/tables.ts'
import { MAX_CONTRIBUTION_PAGE_BYTES, MAX_EMBEDDED } from '../../base/limits.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import type { ValidationCounts } from '../../model/placement-verdict.ts'
import { takeWithin, type Bounds } from '../../model/take-within.ts'
import {
  readAreas,
  readComments,
  readPoints,
  readValidations,
  type ValidationRow,
} from './detail-lists.ts'

/**
 * The contributions to an image, as far as one response contains them. The sizes of rows are read before the rows, so that
 * a long list costs no more than its part that is shown.
 */

/** A georeference with the newest of its validations, in ascending order of time. */
export type Validated<Row> = Row &
  ValidationCounts & { validations: ValidationRow[]; hasMoreValidations: boolean }

export type PointRow = Validated<Awaited<ReturnType<typeof readPoints>>[number]>
export type AreaRow = Validated<Awaited<ReturnType<typeof readAreas>>[number]>

/**
 * Lists the newest contributions to an image, up to the bounds of its detail form: georeferences oldest first, comments
 * newest first.
 */
export async function listNewestContributions(reads: Selects, imageId: number) {
  const newest = await findNewestContributions(reads, imageId)
  const { comment: comments, validation: validations } = newest
  const { georeference: points, from_above_georeference: areas } = newest
  const [pointRows, areaRows, commentRows, validationRows] = await Promise.all([
    readPoints(reads, points.ids),
    readAreas(reads, areas.ids),
    readComments(reads, comments.ids),
    readValidations(reads, validations.ids),
  ])
  const read = { validations: validationRows, isCut: validations.end !== undefined }
  return {
    points: await addValidations(reads, 'georeference', pointRows, read),
    hasMorePoints: points.end !== undefined,
    areas: await addValidations(reads, 'from_above_georeference', areaRows, read),
    hasMoreAreas: areas.end !== undefined,
    comments: commentRows,
    hasMoreComments: comments.end !== undefined,
  }
}

/** Finds the newest contributions to an image, up to the bounds of its detail form, by their kind. */
async function findNewestContributions(reads: Selects, imageId: number) {
  const sizes = Map.groupBy(await readNewestSizes(reads, { imageId }), ({ kind }) => kind)
  const newest = (kind: SizedKind) => cutPage(sizes.get(kind) ?? [], MAX_EMBEDDED)
  return {
    georeference: newest('georeference'),
    from_above_georeference: newest('from_above_georeference'),
    comment: newest('comment'),
    validation: newest('validation'),
  }
}

type MirroredKind = Exclude<SizedKind, 'comment'>

/** Finds the newest georeferences and validations of several images, up to the bounds of the detail form of each, by one query. */
export async function findNewestGeoreferences(
  reads: Selects,
  imageIds: readonly number[],
): Promise<Record<MirroredKind, number[]>> {
  const sizes = await readSizesOfImages(reads, { imageIds: JSON.stringify(imageIds) })
  const byOwner = Map.groupBy(sizes, ({ kind, image }) => `${kind} ${image}`)
  const shown = [...byOwner.values()].flatMap((own) => takeWithin(own, MAX_EMBEDDED))
  const newest = (kind: MirroredKind): number[] =>
    shown.filter((one) => one.kind === kind).map(({ id }) => id)
  return {
    georeference: newest('georeference'),
    from_above_georeference: newest('from_above_georeference'),
    validation: newest('validation'),
  }
}

/** A place in a list that is ordered by time, then by id. */
export interface Position {
  at: Micros
  id: number
}

export interface ContributionPage {
  /** The row after which the page starts. */
  after?: Position | undefined
  /** The most rows. */
  limit: number
}

/** Lists points of an image, oldest first. `end` is the last row of the page; undefined if no others follow. */
export async function listPoints(reads: Selects, imageId: number, page: ContributionPage) {
  const { ids, end } = await takeOldest(reads, 'georeference', imageId, page)
  return { rows: await withValidations(reads, 'georeference', await readPoints(reads, ids)), end }
}

/** Lists areas of an image, oldest first. */
export async function listAreas(reads: Selects, imageId: number, page: ContributionPage) {
  const { ids, end } = await takeOldest(reads, 'from_above_georeference', imageId, page)
  const rows = await readAreas(reads, ids)
  return { rows: await withValidations(reads, 'from_above_georeference', rows), end }
}

/** Lists comments on an image, newest first. */
export async function listComments(
  reads: Selects,
  imageId: number,
  { after, limit }: ContributionPage,
) {
  const sizes = listSizes(reads, 'comment', is('image_id', imageId), { direction: 'desc', after })
  const { ids, end } = await takePage(sizes, pageBounds(limit))
  return { rows: await readComments(reads, ids), end }
}

/** Lists validations of a georeference, oldest first. */
export async function listValidations(
  reads: Selects,
  { table, id }: { table: GeoreferenceKind; id: number },
  { after, limit }: ContributionPage,
) {
  const sizes = listValidationSizes(reads, is(`${table}_id`, id), { direction: 'asc', after })
  const { ids, end } = await takePage(sizes, pageBounds(limit))
  return { rows: await readValidations(reads, ids), end }
}

/** Reads one point georeference. Undefined if there is none. */
export async function findPoint(reads: Selects, id: number): Promise<PointRow | undefined> {
  return (await withValidations(reads, 'georeference', await readPoints(reads, [id]))).at(0)
}

/** Reads one from-above georeference. Undefined if there is none. */
export async function findArea(reads: Selects, id: number): Promise<AreaRow | undefined> {
  return (await withValidations(reads, 'from_above_georeference', await readAreas(reads, [id]))).at(
    0,
  )
}

type ContributionTable = GeoreferenceKind | 'comment'

type SizedKind = ContributionTable | 'validation'

const LISTED = MAX_EMBEDDED.rows + 1

/** Reads the sizes of the newest contributions of all kinds, newest first. One statement is one round trip on PostgreSQL. */
const readNewestSizes = preparedQuery(
  (reads: Selects, { imageId }: Params<{ imageId: number }>) => {
    const ofImage = expressions(column<number>('image_id'), '=', imageId)
    const select = (kind: SizedKind, newest: AliasedExpression<Sized, 'newest'>) =>
      reads.selectFrom(newest).select([literal(kind).as('kind'), 'image', 'id', 'at', 'bytes'])
    const sizesOf = (table: ContributionTable) =>
      listSizes(reads, table, ofImage, { direction: 'desc' }).limit(LISTED).as('newest')
    const validations = listValidationSizes(reads, ofImage, { direction: 'desc' })
    return select('georeference', sizesOf('georeference'))
      .unionAll(select('from_above_georeference', sizesOf('from_above_georeference')))
      .unionAll(select('comment', sizesOf('comment')))
      .unionAll(select('validation', validations.limit(LISTED).as('newest')))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  },
)

/** Reads the same of several images, without comments. */
const readSizesOfImages = preparedQuery(
  (reads: Selects, { imageIds }: Params<{ imageIds: string }>) => {
    const ofImages = isAnyOf(column<number>('image_id'), imageIds)
    const select = (kind: MirroredKind, sized: AliasedExpression<Sized, 'sized'>) =>
      reads
        .selectFrom(sized)
        .select([literal(kind).as('kind'), 'image', 'id', 'at', 'bytes'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('image').orderBy('at', 'desc').orderBy('id', 'desc'))
            .as('ordinal'),
        )
    const sizesOf = (table: GeoreferenceKind) =>
      listSizes(reads, table, ofImages, { direction: 'desc' }).clearOrderBy().as('sized')
    const validations = listValidationSizes(reads, ofImages, { direction: 'desc' }).clearOrderBy()
    return reads
      .selectFrom(
        select('georeference', sizesOf('georeference'))
          .unionAll(select('from_above_georeference', sizesOf('from_above_georeference')))
          .unionAll(select('validation', validations.as('sized')))
          .as('numbered'),
      )
      .selectAll()
      .where('ordinal', '<=', LISTED)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  },
)

function takeOldest(
  reads: Selects,
  table: GeoreferenceKind,
  imageId: number,
  { after, limit }: ContributionPage,
) {
  const sizes = listSizes(reads, table, is('image_id', imageId), { direction: 'asc', after })
  return takePage(sizes, pageBounds(limit))
}

function pageBounds(limit: number): Bounds {
  return { rows: limit, bytes: MAX_CONTRIBUTION_PAGE_BYTES }
}

interface Sized extends Position {
  image: number
  bytes: number
}

interface Limitable {
  limit(rows: number): { execute(): Promise<Sized[]> }
}

/** Takes what fits from the beginning of a list. `end` is the last row that is taken if others follow. */
async function takePage(
  list: Limitable,
  bounds: Bounds,
): Promise<{ ids: number[]; end: Position | undefined }> {
  return cutPage(await list.limit(bounds.rows + 1).execute(), bounds)
}

/** @param listed one row more than a page has at most, if there are so many */
function cutPage(listed: readonly Sized[], bounds: Bounds) {
  const taken = takeWithin(listed, bounds)
  return {
    ids: taken.map(({ id }) => id),
    end: taken.length < listed.length ? taken.at(-1) : undefined,
  }
}

interface Listing {
  direction: 'asc' | 'desc'
  after?: Position | undefined
}

const bytesOf = (name: string) =>
  expressions.fn.coalesce(
    expressions.fn<number>('octet_length', [column<string>(name)]),
    literal(0),
  )

const BYTES = {
  georeference: bytesOf('confidence_notes'),
  from_above_georeference: expressions(bytesOf('polygon'), '+', bytesOf('confidence_notes')),
  comment: bytesOf('text'),
}

function listSizes(
  reads: Selects,
  table: ContributionTable,
  owned: Expression<SqlBool>,
  { direction, after }: Listing,
) {
  return reads
    .selectFrom(table as 'comment')
    .select(['image_id as image', 'id', 'created_at as at', BYTES[table].as('bytes')])
    .where(owned)
    .$if(after !== undefined, (all) => all.where(follows('created_at', direction, after)))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
}

/** Written with `=`, so that an index gives the order. */
function is(owner: 'image_id' | `${GeoreferenceKind}_id`, id: number) {
  return expressions(column<number>(owner), '=', id)
}

function listValidationSizes(
  reads: Selects,
  owned: Expression<SqlBool>,
  { direction, after }: Listing,
) {
  return reads
    .selectFrom('validation')
    .select(['image_id as image', 'id', 'validated_at as at', bytesOf('notes').as('bytes')])
    .where(owned)
    .$if(after !== undefined, (all) => all.where(follows('validated_at', direction, after)))
    .orderBy('validated_at', direction)
    .orderBy('id', direction)
}

function follows(time: string, direction: Listing['direction'], after: Position | undefined) {
  return compareTimeAndId([time, 'id'], direction === 'asc' ? '>' : '<', after ?? { at: 0, id: 0 })
}

async function withValidations<Row extends { id: number }>(
  reads: Selects,
  table: GeoreferenceKind,
  rows: readonly Row[],
): Promise<Validated<Row>[]> {
  const ids = rows.map(({ id }) => id)
  const ofRows = expressions(column<number>(`${table}_id`), 'in', inList(ids))
  const sizes = listValidationSizes(reads, ofRows, { direction: 'desc' })
  const { ids: newest, end } = await takePage(sizes, MAX_EMBEDDED)
  const validations = await readValidations(reads, newest)
  return addValidations(reads, table, rows, { validations, isCut: end !== undefined })
}

/** @param read the validations that are shown, and whether there are others of the same image or georeferences */
async function addValidations<Row extends { id: number }>(
  reads: Selects,
  table: GeoreferenceKind,
  rows: readonly Row[],
  { validations, isCut }: { validations: readonly ValidationRow[]; isCut: boolean },
): Promise<Validated<Row>[]> {
  const shown = Map.groupBy(validations, (row) => row[`${table}_id`])
  const counts = isCut ? await countValidations(reads, table, rows) : undefined
  return rows.map((row) => {
    const own = shown.get(row.id) ?? []
    const { validation_count, correct_count, incorrect_count } =
      counts?.get(row.id) ?? countVerdicts(own)
    return {
      ...row,
      validation_count,
      correct_count,
      incorrect_count,
      validations: own,
      hasMoreValidations: validation_count > own.length,
    }
  })
}

function countVerdicts(validations: readonly ValidationRow[]): ValidationCounts {
  const count = (verdict: Verdict) =>
    validations.filter(({ validation }) => validation === verdict).length
  return {
    validation_count: validations.length,
    correct_count: count('correct'),
    incorrect_count: count('incorrect'),
  }
}

async function countValidations(
  reads: Selects,
  table: GeoreferenceKind,
  of: readonly { id: number }[],
): Promise<Map<number | null, ValidationCounts>> {
  const owner = `${table}_id` as const
  const counted = await reads
    .selectFrom('validation')
    .select(({ fn }) => [
      owner,
      fn.countAll<number>().as('validation_count'),
      fn.countAll<number>().filterWhere('validation', '=', 'correct').as('correct_count'),
      fn.countAll<number>().filterWhere('validation', '=', 'incorrect').as('incorrect_count'),
    ])
    .where(owner, 'in', inList(of.map(({ id }) => id)))
    .groupBy(owner)
    .execute()
  return new Map(counted.map((row) => [row[owner], row]))
}
