import { deepStrictEqual } from 'node:assert/strict'
import { rebuildActivity } from '../../../src/core/writes/feed/rebuild.ts'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { DEFAULT_IMAGE_ORDER } from '../../../src/core/model/orders.ts'
import type { KnownRows } from './steps.ts'

/** Compares everything that is derived with what the contributions add up to in memory. */
export async function checkInvariants(catalog: Catalog, known: KnownRows): Promise<void> {
  const rows = await readRows(catalog)
  for (const table of ['georeference', 'from_above_georeference', 'comment'] as const) {
    const stored: ReadonlyMap<number, object> = new Map(
      rows[table].map((row) => [row.id, pickMembers(row, [...known[table].values()][0])]),
    )
    deepStrictEqual(stored, new Map([...known[table]].toSorted(([one], [other]) => one - other)))
  }
  const visible = new Set(rows.collections.filter((one) => one.isPublic).map(({ id }) => id))
  const images = new Map(rows.image.map((image) => [image.id, image]))
  const isPublic = (imageId: number): boolean => visible.has(images.get(imageId)!.collection_id)
  checkNewest(rows)
  checkCounts(rows, isPublic)
  checkChecks(rows)
  checkTags(rows)
  await checkLists(catalog, rows, isPublic)
  const feed = await readFeed(catalog)
  await catalog.write(rebuildActivity)
  deepStrictEqual(feed, await readFeed(catalog))
}

/** Compares the counts that are kept with the rows. */
export async function checkKeptCounts(catalog: Catalog): Promise<void> {
  const rows = await readRows(catalog)
  const visible = new Set(rows.collections.filter((one) => one.isPublic).map(({ id }) => id))
  const images = new Map(rows.image.map((image) => [image.id, image]))
  checkCounts(rows, (id) => visible.has(images.get(id)!.collection_id))
  const { userCounts, subjectCounts, collectionCounts } = rows
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  deepStrictEqual(
    {
      points: sum(userCounts.map(({ points }) => points)),
      areas: sum(userCounts.map(({ areas }) => areas)),
      tags: sum(subjectCounts.map(({ images }) => images)),
      images: sum(collectionCounts.map(({ images }) => images)),
    },
    {
      points: rows.georeference.length,
      areas: rows.from_above_georeference.length,
      tags: rows.tags.length,
      images: rows.image.length,
    },
  )
}

async function readRows({ reads }: Catalog) {
  const all = <Name extends Parameters<typeof reads.selectFrom>[0] & string>(table: Name) =>
    reads
      .selectFrom(table as 'image')
      .selectAll()
      .execute()
  const collections = await reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'collection.public', 'source.public as source_public'])
    .execute()
  const byId = { sort: (one: { id: number }, other: { id: number }) => one.id - other.id }
  const points = await reads.selectFrom('georeference').selectAll().execute()
  const areas = await reads.selectFrom('from_above_georeference').selectAll().execute()
  const comments = await reads.selectFrom('comment').selectAll().execute()
  return {
    image: await all('image'),
    georeference: points.toSorted(byId.sort),
    from_above_georeference: areas.toSorted(byId.sort),
    comment: comments.toSorted(byId.sort),
    validation: await reads.selectFrom('validation').selectAll().execute(),
    tags: await reads.selectFrom('image_subject').selectAll().execute(),
    changes: await reads.selectFrom('subject_change').selectAll().orderBy('id').execute(),
    point_current: await reads.selectFrom('point_current').selectAll().execute(),
    area_current: await reads.selectFrom('area_current').selectAll().execute(),
    disputed: await reads.selectFrom('disputed_image').selectAll().execute(),
    userCounts: await reads.selectFrom('user_count').selectAll().execute(),
    subjectCounts: await reads.selectFrom('subject_count').selectAll().execute(),
    collectionCounts: await reads.selectFrom('collection_count').selectAll().execute(),
    imageCounts: await reads.selectFrom('image_count').selectAll().execute(),
    flags: await reads.selectFrom('flag').selectAll().execute(),
    total: await reads.selectFrom('georeference_total').select('count').executeTakeFirstOrThrow(),
    collections: collections.map((one) => ({
      id: one.id,
      isPublic: one.public === 1 && one.source_public === 1,
    })),
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>

function pickMembers(row: object, like: object | undefined): object {
  const names = Object.keys(like ?? {})
  return Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]]))
}

/** The newest georeference of each image and kind. */
function findNewest<Made extends { id: number; image_id: number; created_at: number }>(
  all: readonly Made[],
): Map<number, Made> {
  const newest = new Map<number, Made>()
  for (const made of all) {
    const other = newest.get(made.image_id)
    const isNewer =
      !other ||
      made.created_at > other.created_at ||
      (made.created_at === other.created_at && made.id > other.id)
    if (isNewer) newest.set(made.image_id, made)
  }
  return newest
}

const RANKS = { low: 1, medium: 2, high: 3 }

type Point = Rows['georeference'][number]
type Area = Rows['from_above_georeference'][number]

function checkNewest(rows: Rows): void {
  const [points, areas] = [findNewest(rows.georeference), findNewest(rows.from_above_georeference)]
  const originals = rows.image.filter(({ duplicate_of }) => duplicate_of === null)
  for (const image of rows.image) {
    const own = (image.from_above ? areas : points).get(image.id)
    deepStrictEqual(
      [image.last_georeferenced_at, image.last_confidence],
      [own?.created_at ?? null, own?.confidence ?? null],
    )
  }
  const aerial = originals.filter(({ from_above }) => from_above === 1)
  checkCurrent(rows, { stored: rows.point_current, images: originals, newest: points })
  checkCurrent(rows, { stored: rows.area_current, images: aerial, newest: areas })
  const disputed = originals.filter((image) => {
    const own = (image.from_above ? areas : points).get(image.id)
    return own !== undefined && isDisputed(listChecks(rows, own))
  })
  deepStrictEqual(
    new Set(rows.disputed.map(({ image_id }) => image_id)),
    new Set(disputed.map(({ id }) => id)),
  )
}

interface Current {
  stored: readonly object[]
  images: Rows['image']
  newest: ReadonlyMap<number, Point | Area>
}

function checkCurrent(rows: Rows, { stored, images, newest }: Current): void {
  const expected = images.flatMap(({ id, collection_id }) => {
    const made = newest.get(id)
    if (!made) return []
    const { user_id, confidence } = made
    const checks = listChecks(rows, made)
    const count = {
      validation_count: checks.length,
      correct_count: checks.filter(({ validation }) => validation === 'correct').length,
      incorrect_count: checks.filter(({ validation }) => validation === 'incorrect').length,
    }
    const rank = { confidence: RANKS[confidence] }
    return [{ id: made.id, image_id: id, user_id, collection_id, ...rank, ...count }]
  })
  const [like] = expected
  deepStrictEqual(sortById(stored.map((row) => pickMembers(row, like))), sortById(expected))
}

function listChecks(rows: Rows, made: Point | Area): Rows['validation'] {
  const column = 'polygon' in made ? 'from_above_georeference_id' : 'georeference_id'
  return rows.validation.filter((row) => row[column] === made.id)
}

function isDisputed(checks: Rows['validation']): boolean {
  const count = (verdict: string) => checks.filter((row) => row.validation === verdict).length
  return count('incorrect') > count('correct')
}

function sortById(rows: readonly object[]): object[] {
  return rows.toSorted((one, other) => (one as { id: number }).id - (other as { id: number }).id)
}

function checkCounts(rows: Rows, isPublic: (imageId: number) => boolean): void {
  const { georeference: points, from_above_georeference: areas } = rows
  deepStrictEqual(rows.total.count, points.length + areas.length)
  for (const count of rows.userCounts) {
    const own = (made: { user_id: number }) => made.user_id === count.user_id
    const shown = (made: { image_id: number }) => isPublic(made.image_id)
    deepStrictEqual(count, {
      user_id: count.user_id,
      points: points.filter(own).length,
      public_points: points.filter(own).filter(shown).length,
      areas: areas.filter(own).length,
      public_areas: areas.filter(own).filter(shown).length,
    })
  }
  for (const count of rows.subjectCounts) {
    const own = rows.tags.filter((row) => row.subject_id === count.subject_id)
    const { subject_id } = count
    const shown = own.filter((row) => isPublic(row.image_id))
    deepStrictEqual(count, { subject_id, images: own.length, public_images: shown.length })
  }
  for (const { collection_id, images } of rows.collectionCounts) {
    deepStrictEqual(images, rows.image.filter((row) => row.collection_id === collection_id).length)
  }
  checkImageCounts(rows)
}

function checkImageCounts({ image: images, imageCounts }: Rows): void {
  const expected = new Map<string, number>()
  for (const image of images) {
    if (image.duplicate_of !== null || image.will_not_georef === 1) continue
    const key = `${image.collection_id} ${image.last_confidence ?? ''}`
    expected.set(key, (expected.get(key) ?? 0) + 1)
  }
  const stored = imageCounts
    .filter((counted) => counted.images !== 0)
    .map(({ collection_id, confidence, images: count }) => [
      `${collection_id} ${confidence}`,
      count,
    ])
  deepStrictEqual(new Map(stored as [string, number][]), expected)
}

/** One validation and one open report of each person, and none of the own georeference. */
function checkChecks(rows: Rows): void {
  const seen = rows.validation.map((row) =>
    [row.georeference_id, row.from_above_georeference_id, row.validated_by].join(' '),
  )
  deepStrictEqual(new Set(seen).size, seen.length)
  const makers = new Map(rows.georeference.map((made) => [made.id, made.user_id]))
  const areaMakers = new Map(rows.from_above_georeference.map((made) => [made.id, made.user_id]))
  for (const row of rows.validation) {
    const maker =
      makers.get(row.georeference_id ?? 0) ?? areaMakers.get(row.from_above_georeference_id ?? 0)
    deepStrictEqual([maker !== undefined, maker === row.validated_by], [true, false])
  }
  const flags = rows.flags.map((row) => [row.image_id, row.flagged_by, row.reason].join(' '))
  deepStrictEqual(new Set(flags).size, flags.length)
}

/** The tags of each image are what its history adds up to. */
function checkTags(rows: Rows): void {
  const tags = new Map<number, Set<number>>()
  for (const change of rows.changes) {
    const own = tags.get(change.image_id) ?? new Set()
    tags.set(change.image_id, own)
    if (change.action === 'added') own.add(change.subject_id!)
    if (change.action === 'removed') own.delete(change.subject_id!)
  }
  for (const image of rows.image) {
    const stored = rows.tags.filter((row) => row.image_id === image.id).map((row) => row.subject_id)
    deepStrictEqual(new Set(stored), tags.get(image.id) ?? new Set())
  }
}

async function checkLists(
  { lists }: Catalog,
  rows: Rows,
  isPublic: (imageId: number) => boolean,
): Promise<void> {
  const page = { number: 1, size: 100 }
  const available = rows.image.filter(
    (row) =>
      isPublic(row.id) &&
      row.duplicate_of === null &&
      row.will_not_georef === 0 &&
      row.last_georeferenced_at === null,
  )
  const filter = { visibility: 'public', available: true } as const
  const terms = [DEFAULT_IMAGE_ORDER]
  const listed = await lists.ask('page', { list: 'images', filter, terms, page })
  deepStrictEqual(new Set(listed.ids), new Set(available.map(({ id }) => id)))
}

async function readFeed({ reads }: Catalog): Promise<object[]> {
  const events = await reads.selectFrom('activity_event').selectAll().orderBy('timestamp').execute()
  return events.map((event) => ({ ...event, id: null }))
}
