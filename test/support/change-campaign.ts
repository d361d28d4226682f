import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { systemClock } from '../../src/core/base/clock.ts'
import { inList, pointGeometry } from '../../src/core/database/sql.ts'
import type { Reads, Store, Tx } from '../../src/core/database/store.ts'
import { changes } from '../../src/core/jobs/changes.ts'
import { PUBLIC_KINDS, type PublicKind } from '../../src/core/model/public-kinds.ts'
import { listPublicChanges } from '../../src/core/queries/changes/public-changes.ts'
import { selectSubjectIds } from '../../src/core/queries/lists/subjects.ts'
import { selectVisibleCollections } from '../../src/core/queries/lists/visible-collections.ts'
import { moveToSource } from '../../src/core/writes/collections/move-collection.ts'
import { editRecord } from '../../src/core/writes/edit-record.ts'
import { updateLicense } from '../../src/core/writes/licenses.ts'
import { updateSubject } from '../../src/core/writes/subjects/edit-subject.ts'
import { hostContext } from './host-context.ts'
import { createSeed } from './seed.ts'
import { numbersFrom, type Below } from './seeded-numbers.ts'

/**
 * Random writes by several nodes, whose commits are held back, while readers follow the log of public changes. In the end every
 * reader has what a new crawl finds, if the log skipped none.
 */
export interface ChangeCampaign {
  /** Connections to one database. */
  stores: readonly Store[]
  writes: number
  readers: number
  seed: number
  /** Changes an image by another program than the nodes, if that is possible. */
  retitle?: (image: number) => Promise<void>
  /** Called after each write of a node. */
  onWrite?: () => void
}

export interface ChangeCampaignResult {
  problems: string[]
  /** Changes that the readers read. */
  read: number
}

const SOURCES = 3
const COLLECTIONS = 6
const SUBJECTS = 5
const LICENSES = 2
const FIRST_IMAGES = 240

export async function runChangeCampaign(campaign: ChangeCampaign): Promise<ChangeCampaignResult> {
  const { stores, writes, readers: count, seed } = campaign
  const [first] = stores
  if (!first) throw new Error('A campaign needs a store.')
  await fill(first)
  const below = numbersFrom(seed)
  const stop = new AbortController()
  const readers = Array.from({ length: count }, (_, index) =>
    createReader(
      stores.map(({ reads }) => reads),
      numbersFrom(seed + 1 + index),
    ),
  )
  const following = readers.map((reader) => reader.follow(stop.signal))
  const working = runJobs(first, stop.signal)
  const writers = stores.map((store) =>
    writeSome(store, campaign, { below, count: writes / stores.length }),
  )
  try {
    await Promise.all(writers)
  } finally {
    stop.abort()
    await Promise.all([...following, working])
  }
  await runWaitingJobs(first)
  await Promise.all(readers.map((reader) => reader.readToEnd()))
  const crawled = await crawl(first.reads)
  return {
    problems: readers.flatMap(({ copy }, reader) =>
      compare(copy, crawled).map((problem) => `reader ${reader}: ${problem}`),
    ),
    read: readers.reduce((sum, reader) => sum + reader.read, 0),
  }
}

async function fill(store: Store): Promise<void> {
  const seed = createSeed({ catalog: { ...store, clock: systemClock } as never })
  await seed.user({ id: 1 })
  for (let n = 0; n < SOURCES; n += 1) await seed.source()
  for (let n = 0; n < COLLECTIONS; n += 1) await seed.collection({ source_id: 1 + (n % SOURCES) })
  for (let n = 0; n < SUBJECTS; n += 1) await seed.subject()
  for (let n = 0; n < LICENSES; n += 1) await seed.license()
  for (let n = 0; n < COLLECTIONS; n += 1)
    await seed.images(
      n + 1,
      Array.from({ length: FIRST_IMAGES / COLLECTIONS }, (_, index) => 1 + n + index * COLLECTIONS),
    )
}

type Change = (tx: Tx, below: Below) => Promise<unknown>

const context = () => hostContext(systemClock)
const one = (below: Below, most: number): number => 1 + below(most)
const anImage = (below: Below): number => one(below, FIRST_IMAGES * 2)

/** Changes of one record. */
const SMALL: readonly Change[] = [
  addImage,
  (tx, below) => setImage(tx, below, { title: `Title ${below(1000)}` }),
  (tx, below) => setImage(tx, below, { position: below(1000) }),
  (tx, below) => setImage(tx, below, { generation: `generation ${below(1000)}` }),
  (tx, below) => setImage(tx, below, { license_id: one(below, LICENSES) }),
  (tx, below) => setImage(tx, below, { collection_id: one(below, COLLECTIONS) }),
  (tx, below) => tx.deleteFrom('image').where('id', '=', anImage(below)).execute(),
  tagImage,
  (tx, below) => tx.deleteFrom('image_subject').where('image_id', '=', anImage(below)).execute(),
  placeImage,
  validate,
  (tx, below) => edit(tx, 'collection', one(below, COLLECTIONS), { name: `Name ${below(1000)}` }),
  (tx, below) => edit(tx, 'source', one(below, SOURCES), { name: `Name ${below(1000)}` }),
  (tx, below) =>
    updateSubject(tx, one(below, SUBJECTS), { title: `Subject ${below(1000)}` }, context()),
]

/** Changes of many images, which a job records. */
const LARGE: readonly Change[] = [
  (tx, below) => edit(tx, 'collection', one(below, COLLECTIONS), { public: below(2) === 1 }),
  (tx, below) => edit(tx, 'source', one(below, SOURCES), { public: below(3) > 0 }),
  (tx, below) =>
    moveToSource(tx, { id: one(below, COLLECTIONS), sourceId: one(below, SOURCES) }, context()),
  (tx, below) =>
    updateLicense(
      tx,
      { id: one(below, LICENSES), edit: { display_name: `License ${below(1000)}` } },
      context(),
    ),
]

async function writeSome(
  store: Store,
  { retitle, onWrite }: ChangeCampaign,
  { below, count }: { below: Below; count: number },
): Promise<void> {
  const hold = async (): Promise<void> => {
    if (below(4) === 0) await pause(below(5))
  }
  for (let written = 0; written < count; written += 1) {
    if (retitle && below(10) === 0) await retitle(anImage(below))
    // Jobs that come last would list again what was skipped before.
    const kinds = written < count / 2 && below(4) === 0 ? LARGE : SMALL
    const change = kinds[below(kinds.length)]
    await store.write(async (tx) => {
      await hold()
      await change?.(tx, below)
      await hold()
    })
    onWrite?.()
  }
}

async function addImage(tx: Tx, below: Below): Promise<void> {
  const id = anImage(below)
  const fixed = { rotation: 0, mirror: 'none', from_above: 0, will_not_georef: 0 } as const
  const row = { id, collection_id: one(below, COLLECTIONS), title: `Image ${id}`, created_at: 0 }
  await tx
    .insertInto('image')
    .values({ ...fixed, ...row, generation_corrected: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function setImage(tx: Tx, below: Below, values: object): Promise<void> {
  await tx.updateTable('image').set(values).where('id', '=', anImage(below)).execute()
}

async function tagImage(tx: Tx, below: Below): Promise<void> {
  const image = await findImage(tx, below)
  if (image === undefined) return
  const tag = { image_id: image, subject_id: one(below, SUBJECTS), position: below(1000) }
  await tx
    .insertInto('image_subject')
    .values({ ...tag, tagged_by: null, tagged_at: 0 })
    .onConflict((conflict) =>
      conflict.columns(['image_id', 'subject_id']).doUpdateSet({ position: tag.position }),
    )
    .execute()
}

async function placeImage(tx: Tx, below: Below): Promise<void> {
  const image_id = await findImage(tx, below)
  if (image_id === undefined) return
  const [latitude, longitude] = [below(80), below(170)]
  const place = { latitude, longitude, geom: pointGeometry(longitude, latitude), direction: null }
  const made = { image_id, user_id: 1, created_at: below(1000), confidence_notes: null }
  await tx
    .insertInto('georeference')
    .values({ ...place, ...made, confidence: 'high' })
    .execute()
}

async function validate(tx: Tx, below: Below): Promise<void> {
  const image = anImage(below)
  const placed = await tx
    .selectFrom('georeference')
    .select('id')
    .where('image_id', '=', image)
    .executeTakeFirst()
  if (!placed) return
  const verdict = { validation: 'correct', notes: null, validated_by: 1, validated_at: 0 } as const
  await tx
    .insertInto('validation')
    .values({ image_id: image, georeference_id: placed.id, ...verdict })
    .execute()
}

async function findImage(tx: Tx, below: Below): Promise<number | undefined> {
  const id = anImage(below)
  const image = await tx.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()
  return image?.id
}

function edit(
  tx: Tx,
  table: 'source' | 'collection',
  id: number,
  values: { public?: boolean; name?: string },
): Promise<void> {
  return editRecord(tx, { table, id, edit: values }, context())
}

async function runJobs(store: Store, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await runWaitingJobs(store)
    await pause(20)
  }
}

/** Runs the jobs that record changes of many images. */
export async function runWaitingJobs(store: Store): Promise<void> {
  const jobs = await store.reads
    .selectFrom('job')
    .select(['id', 'payload'])
    .where('kind', '=', 'changes')
    .orderBy('id')
    .execute()
  const { signal } = new AbortController()
  for (const { id, payload } of jobs) {
    const run = { payload: JSON.parse(payload) as unknown, signal }
    await changes({ ...store, clock: systemClock } as never, run as never)
    await store.write((tx) => tx.deleteFrom('job').where('id', '=', id).execute())
  }
}

/** The public records by kind and id, such as `image 12`. */
type Copy = Map<string, string>

function createReader(connections: readonly Reads[], below: Below) {
  const copy: Copy = new Map()
  let after = 0
  const reader = {
    copy,
    read: 0,
    async follow(signal: AbortSignal) {
      while (!signal.aborted) {
        await readPage()
        await pause(below(5))
      }
    },
    async readToEnd() {
      while ((await readPage()) > 0);
    },
  }
  const readPage = async (): Promise<number> => {
    const reads = connections[below(connections.length)]
    if (!reads) return 0
    const page = await listPublicChanges(reads, { after, limit: one(below, 50) })
    for (const { kind, ref, changedAt, isGone } of page) {
      const record = isGone
        ? undefined
        : (await readRecords(reads, kind, ref)).get(`${kind} ${ref}`)
      if (record === undefined) copy.delete(`${kind} ${ref}`)
      else copy.set(`${kind} ${ref}`, record)
      after = changedAt
    }
    reader.read += page.length
    return page.length
  }
  return reader
}

async function crawl(reads: Reads): Promise<Copy> {
  const records = await Promise.all(PUBLIC_KINDS.map((kind) => readRecords(reads, kind)))
  return new Map(records.flatMap((found) => [...found]))
}

/** Reads the public records of a kind, or only that with this id. */
async function readRecords(reads: Reads, kind: PublicKind, id?: number): Promise<Copy> {
  const rows: { id: number }[] = await READ[kind](reads, id)
  return new Map(rows.map((row) => [`${kind} ${row.id}`, JSON.stringify(row)]))
}

const PUBLIC = { visibility: 'public' } as const

const READ: Record<PublicKind, (reads: Reads, id?: number) => Promise<{ id: number }[]>> = {
  image: readImages,
  collection: (reads, id) =>
    reads
      .selectFrom('collection')
      .select(['id', 'name', 'source_id'])
      .where('id', 'in', selectVisibleCollections(reads, PUBLIC))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .execute(),
  source: (reads, id) =>
    reads
      .selectFrom('source')
      .select(['id', 'name'])
      .where('public', '=', 1)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .execute(),
  subject: (reads, id) =>
    reads
      .selectFrom('subject')
      .select(['id', 'title'])
      .where('id', 'in', selectSubjectIds(reads, PUBLIC))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .execute(),
}

async function readImages(reads: Reads, id?: number) {
  const images = await reads
    .selectFrom('image')
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.id', 'title', 'position', 'generation', 'collection_id', 'display_name'])
    .where('collection_id', 'in', selectVisibleCollections(reads, PUBLIC))
    .$if(id !== undefined, (query) => query.where('image.id', '=', id ?? 0))
    .execute()
  const ids = inList(images.map((image) => image.id))
  const tags = await reads
    .selectFrom('image_subject')
    .select(['image_id', 'subject_id', 'position'])
    .where('image_id', 'in', ids)
    .orderBy('subject_id')
    .execute()
  const places = await reads
    .selectFrom('georeference')
    .select(['image_id', 'id', 'latitude', 'longitude'])
    .where('image_id', 'in', ids)
    .orderBy('id')
    .execute()
  const verdicts = await reads
    .selectFrom('validation')
    .select(['image_id', 'id'])
    .where('image_id', 'in', ids)
    .orderBy('id')
    .execute()
  return images.map((image) => {
    const isPart = (row: { image_id: number }): boolean => row.image_id === image.id
    const parts = [tags.filter(isPart), places.filter(isPart), verdicts.filter(isPart)]
    return { ...image, parts }
  })
}

function compare(copy: Copy, crawled: Copy): string[] {
  const keys = new Set([...copy.keys(), ...crawled.keys()])
  return [...keys].flatMap((key) => {
    const [copied, found] = [copy.get(key), crawled.get(key)]
    return copied === found ? [] : [`${key} is ${copied} in the copy, and ${found} in the catalog`]
  })
}

/** Changes titles as psql would, without the lock of the nodes, one after another. */
export function createRetitle(client: Client) {
  let last: Promise<void> = Promise.resolve()
  const retitle = async (image: number): Promise<void> => {
    await client.query('begin')
    await client.query(`update image set title = title || '!' where id = $1`, [image])
    // Without the lock, later changes would be committed and read meanwhile.
    await pause(20)
    await client.query('commit')
  }
  return (image: number): Promise<void> => {
    last = last.then(() => retitle(image))
    return last
  }
}
