import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { newRemoval } from '../../src/core/job-queue/new-jobs.ts'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { newVersion, originalKey, versionKey } from '../../src/core/storage/keys.ts'
import { insertRow } from '../../src/core/database/insert-row.ts'
import { createSeed } from './seed.ts'
import type { TestServer } from './test-server.ts'

/** Comments that exist at the same time: each write adds one and deletes the oldest. */
const COMMENTS = 50

/** Each of these writes also replaces a file, and has the old one removed at once. */
const REPLACE_EVERY = 20

/** Changes a catalog steadily, and knows its state after every write. */
export interface SteadyWriter extends AsyncDisposable {
  readonly writes: number
  /** Differences between a restored database and the state after its last write; none if they are equal. */
  compare(data: string): string[]
}

/**
 * Numbered writes, each in one transaction: write N sets the title of image `N % images` to N, adds comment N, deletes comment
 * N - 50, and every twentieth replaces the file of its image. So the highest title of a database tells which write was its last.
 */
export async function startSteadyWriter(
  { catalog, clock }: Pick<TestServer, 'catalog' | 'clock'>,
  { images, perSecond }: { images: number; perSecond: number },
): Promise<SteadyWriter> {
  const seed = createSeed({ catalog })
  const user = await seed.user()
  const collection_id = await seed.collection()
  const ids: number[] = []
  const files: { id: number; write: number; sha256: string }[] = []
  for (let index = 0; index < images; index += 1) {
    const id = await seed.image({ collection_id, title: '0' })
    await seed.file(id, contentOf(0, index))
    ids.push(id)
    files.push({ id, write: 0, sha256: digest(contentOf(0, index)) })
  }
  let writes = 0
  const write = async (): Promise<void> => {
    const replaces = writes % REPLACE_EVERY === REPLACE_EVERY - 1
    const id = ids[(writes + 1) % images]!
    const bytes = contentOf(writes + 1, id)
    const version = replaces ? await publish(catalog, id, bytes) : undefined
    await catalog.write(async (tx, afterCommit) => {
      const number = writes + 1
      const now = clock.now()
      const text = String(number)
      await tx.updateTable('image').set({ title: text }).where('id', '=', id).execute()
      await insertRow(tx, 'comment', { image_id: id, text, commented_by: user, created_at: now })
      await tx
        .deleteFrom('comment')
        .where('text', '=', String(number - COMMENTS))
        .execute()
      if (version === undefined) return
      const before = await tx
        .selectFrom('image')
        .select('file_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('image')
        .set({ file_version: version, file_sha256: digest(bytes), file_size: bytes.length })
        .where('id', '=', id)
        .execute()
      const prefix = versionKey(id, before.file_version!)
      await enqueueJob(tx, newRemoval({ imageId: id, prefix, runAt: now }), now)
      afterCommit(() => catalog.jobs?.wake())
    })
    writes += 1
    if (version !== undefined) files.push({ id, write: writes, sha256: digest(bytes) })
  }
  const stopping = new AbortController()
  const running = repeat(write, { perSecond, signal: stopping.signal, clock })
  return {
    get writes() {
      return writes
    },
    compare: (data) => compareDatabase(join(data, 'catalog.sqlite'), { ids, files }),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

/** Also lets the clock run, for jobs that are deferred. */
async function repeat(
  write: () => Promise<void>,
  {
    perSecond,
    signal,
    clock,
  }: { perSecond: number; signal: AbortSignal; clock: TestServer['clock'] },
): Promise<void> {
  const start = performance.now()
  let done = 0
  while (!signal.aborted) {
    if (done < ((performance.now() - start) / 1000) * perSecond) {
      await write()
      done += 1
      if (done % perSecond === 0) clock.advance(300)
    } else await pause(2)
  }
}

async function publish(
  { storage }: Pick<Catalog, 'storage'>,
  id: number,
  bytes: Buffer,
): Promise<string> {
  const version = newVersion()
  const chunks = (async function* () {
    yield bytes
  })()
  await using received = await storage.receive(chunks, bytes.length)
  await received.publish(originalKey(id, version, 'jpg'))
  return version
}

function compareDatabase(
  file: string,
  { ids, files }: { ids: number[]; files: { id: number; write: number; sha256: string }[] },
): string[] {
  const db = new Database(file, { readonly: true })
  const images = db
    .prepare<[], { id: number; title: string; file_sha256: string }>(
      'select id, title, file_sha256 from image order by id',
    )
    .all()
  const comments = db
    .prepare<[], number>('select cast(text as integer) from comment order by 1')
    .pluck()
    .all()
  db.close()
  const last = Math.max(...images.map(({ title }) => Number(title)))
  const titles = new Map(ids.map((id) => [id, '0']))
  for (let number = Math.max(1, last - ids.length + 1); number <= last; number += 1) {
    titles.set(ids[number % ids.length]!, String(number))
  }
  const digests = new Map<number, string>()
  for (const { id, write, sha256 } of files) if (write <= last) digests.set(id, sha256)
  const first = Math.max(1, last - COMMENTS + 1)
  const expected = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [
    ...images.flatMap(({ id, title, file_sha256 }) => [
      ...(titles.get(id) === title ? [] : [`write ${last}: title of image ${id} is ${title}`]),
      ...(digests.get(id) === file_sha256 ? [] : [`write ${last}: file of image ${id}`]),
    ]),
    ...(images.length === ids.length ? [] : [`write ${last}: ${images.length} images`]),
    ...(expected.join() === comments.join() ? [] : [`write ${last}: comments ${comments.join()}`]),
  ]
}

/** Different bytes for each write. */
function contentOf(number: number, image: number): Buffer {
  return Buffer.from(`file ${number} of ${image} `.repeat(500))
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
