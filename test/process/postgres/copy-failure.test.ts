import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { createSeed } from '../../support/seed.ts'
import { createTestLog } from '../../support/test-log.ts'
import { configureDatabase } from '../../support/test-postgres.ts'
import { startTestServer } from '../../support/test-server.ts'

/** So many that the server makes the copy when it starts. */
const HIGHEST_IMAGE = 30_000

describe.skipIf(postgresIsMissing('postgis'))('a node that cannot make its copy', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
  })

  afterAll(() => postgres[Symbol.asyncDispose]())

  test('logs why, and reads lists from PostgreSQL', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
    const [data, files] = [join(folder.path, 'data'), join(folder.path, 'files')]
    const url = await postgres.createCatalog()
    await using other = await openPostgresCatalog(url, { CATALOG_FILES: files })
    await createSeed(other).image({ id: HIGHEST_IMAGE })
    await configureDatabase(data, url, { files })
    await writeFile(join(data, 'search'), 'not a folder')
    const { log, lines } = createTestLog()
    await using server = await startTestServer({ data }, { log })
    await expect.poll(() => lines.join('')).toContain('could not load in advance')
    const { results } = await server.get('/api/v2/images/')
    expect(results).toMatchObject([{ id: HIGHEST_IMAGE }])
    expect((await server.fetch('/api/v2/search/text/?q=Image')).status).toBe(503)
  })
})
