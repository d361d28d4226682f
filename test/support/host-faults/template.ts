import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { createSeed } from '../seed.ts'
import { issueToken } from '../tokens.ts'
import { createRecord, type ImageRecord } from './image-record.ts'
import { SERVER_USER } from './host-user.ts'
import { startProcess } from './server-process.ts'

/** A data directory with some images, of which each round gets a copy. */
export interface Template extends AsyncDisposable {
  readonly data: string
  /** Where the programs of all hosts share what they compile. */
  readonly compiled: string
  /** A token of a member of the staff, with all scopes that the rounds need. */
  readonly token: string
  readonly collection: number
  readonly images: ImageRecord
}

const IMAGES = 2

export async function createTemplate(): Promise<Template> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-template-'))
  if (SERVER_USER) chownSync(folder.path, SERVER_USER.uid, SERVER_USER.gid)
  const data = join(folder.path, 'data')
  const { token, collection } = await prepare(data)
  if (SERVER_USER) execFileSync('chown', ['-R', `${SERVER_USER.uid}:${SERVER_USER.gid}`, data])
  const record = createRecord({ token, collection })
  const compiled = join(folder.path, 'compiled')
  const server = await startProcess({ data, env: { NODE_COMPILE_CACHE: compiled } })
  if (!server.isRunning) throw new Error(server.said)
  for (let made = 0; made < IMAGES; made += 1) await record.importImage(server.baseUrl)
  await server.stop('SIGTERM')
  return {
    data,
    compiled,
    token,
    collection,
    images: record,
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

async function prepare(data: string) {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const collection = await createSeed({ catalog }).collection()
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import', 'moderate'] })
  return { token, collection }
}
