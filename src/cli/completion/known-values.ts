import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'
import { MICROS_PER_SECOND, type Clock } from '../../core/base/clock.ts'
import { openApi } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { listProfiles } from '../login/profiles.ts'
import { openAnonymousSession, type Session } from '../login/session.ts'
import type { Candidate, ValueKind } from './find-candidates.ts'

/** A person waits for the next key. */
const MAX_REQUEST_MS = 300

const MAX_AGE_SECONDS = 300

/** Texts that a shell takes as one word. They come from the instance. */
const word = z.string().regex(/^\w[\w.-]{0,99}$/)

const PATHS: Record<Exclude<ValueKind, 'profile'>, string> = {
  source: '/api/v2/sources/?page_size=100',
  collection: '/api/v2/collections/?page_size=100',
  subject: '/api/v2/subjects/?page_size=100&ordering=-image_count',
  license: '/api/v2/licenses/',
}

const item = z.object({
  slug: z.string().optional(),
  name: z.string().optional(),
  title: z.string().optional(),
})
const list = z.union([
  z.object({ results: z.array(item) }).transform(({ results }) => results),
  z.array(item),
])

/** Values that were read at this time, in microseconds since the epoch. */
const cached = z.object({
  read_at: z.int(),
  values: z.array(z.object({ text: word, description: z.string() })),
})

/**
 * Reads the slugs of an instance, or the names of the profiles. Slugs are kept for five minutes; older ones are used if
 * the instance does not respond in time.
 */
export async function readKnownValues(cli: Cli, kind: ValueKind): Promise<readonly Candidate[]> {
  if (kind === 'profile') {
    return (await listProfiles(cli)).map(({ name, url }) => ({ text: name, description: url }))
  }
  const session = await openAnonymousSession(cli)
  const file = getCachePath(cli.env, session.url, kind)
  const known = await readCache(file)
  if (known && isRecent(known.read_at, cli.clock)) return known.values
  try {
    const values = await requestValues(cli, session, PATHS[kind])
    await writeCache(file, { read_at: cli.clock.now(), values })
    return values
  } catch {
    return known?.values ?? []
  }
}

async function requestValues(cli: Cli, session: Session, path: string): Promise<Candidate[]> {
  const signal = AbortSignal.timeout(MAX_REQUEST_MS)
  const api = openApi(cli, session, { signal, maxDelaySeconds: 0 })
  const found = await api.get(path, list)
  return found.flatMap(({ slug, name = '', title = name }) => {
    const text = slug ?? name
    return word.safeParse(text).success ? [{ text, description: title }] : []
  })
}

function isRecent(readAt: number, clock: Clock): boolean {
  const age = clock.now() - readAt
  return age >= 0 && age < MAX_AGE_SECONDS * MICROS_PER_SECOND
}

/** XDG Base Directory Specification, XDG_CACHE_HOME. */
function getCachePath(env: NodeJS.ProcessEnv, url: string, kind: ValueKind): string {
  const base =
    env.CATALOG_CACHE_DIR ||
    join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'catalog')
  const instance = createHash('sha256').update(url).digest('hex').slice(0, 16)
  return join(base, 'completion', `${instance}-${kind}.json`)
}

async function readCache(file: string): Promise<z.infer<typeof cached> | undefined> {
  try {
    return cached.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function writeCache(file: string, content: z.infer<typeof cached>): Promise<void> {
  await makeFolder(dirname(file), 0o700)
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, JSON.stringify(content), { mode: 0o600 })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
