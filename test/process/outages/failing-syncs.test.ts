import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { canFailSyncs, failSyncs } from '../../support/failing-syncs.ts'
import { readResponse, FIELDS } from '../../support/import-api.ts'
import { copyEmptyDatabase } from '../../support/empty-database.ts'
import { plain, RED } from '../../support/pictures.ts'
import { spawnServer } from '../../support/program.ts'
import { createSeed } from '../../support/seed.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const FAILS = 'The storage of this service failed. Nothing was stored. Try again later.'
const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test.skipIf(!(await canFailSyncs()))(
  'answers 503 to upload, commit and replace while syncs fail, and accepts the same requests afterwards (needs strace)',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-syncs-'))
    const data = join(folder.path, 'data')
    const { headers, collection } = await prepare(data)
    await using server = await spawnServer(data, '--log-level', 'silent')
    const { baseUrl } = server

    const ask = async (path: string, init: RequestInit = {}) =>
      readResponse(await fetch(path.startsWith('http') ? path : baseUrl + path, init))
    const requestSlot = async () => {
      const path = `/api/v2/import/upload-url/?collection=${collection}`
      return (await ask(path, { headers }))[1] as UploadSlot
    }
    const upload = ({ upload_url, upload_headers }: UploadSlot) =>
      ask(upload_url, { method: 'PUT', headers: upload_headers, body: tiny as BodyInit })
    const post = (path: string, key: string, body: object) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
    const commit = ({ slot_id }: UploadSlot) =>
      post('/api/v2/import/commit/', 'commit', { slot_id, ...FIELDS })
    const replace = ({ slot_id }: UploadSlot) =>
      post('/api/v2/images/1/replace/', 'replace', { slot_id })
    const count = async () =>
      ((await ask('/api/v2/images/', { headers }))[1] as { count: number }).count

    const [first, second, third] = [await requestSlot(), await requestSlot(), await requestSlot()]
    for (const slot of [first, second]) expect((await upload(slot))[0]).toBe(200)
    for (const only of [undefined, join(data, 'catalog.sqlite-wal')]) {
      await using _failing = await failSyncs(server.child.pid!, only)
      if (only === undefined) expect(await upload(third)).toEqual([503, { detail: FAILS }])
      expect(await commit(first)).toEqual([503, { error: FAILS }])
      expect(await replace(second)).toEqual([503, { error: FAILS }])
      expect(await count()).toBe(1)
    }
    expect((await upload(third))[0]).toBe(200)
    expect(await commit(first)).toEqual([201, { image_id: 2 }])
    expect((await replace(second))[0]).toBe(200)
    expect(await count()).toBe(2)
  },
)

async function prepare(data: string) {
  const { config, secrets } = loadConfig({ flags: { data } })
  await copyEmptyDatabase(data)
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  const seed = createSeed({ catalog })
  const collection = await seed.collection()
  await seed.image({ collection_id: collection })
  return { headers: bearer(token), collection }
}
