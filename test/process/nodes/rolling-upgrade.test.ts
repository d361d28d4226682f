import { existsSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { createNextVersion } from '../../support/next-version.ts'
import { NGINX } from '../../support/nginx.ts'
import { LATER_MIGRATIONS, replaceInTurn } from '../../support/node-campaign/replace-in-turn.ts'
import { startCluster } from '../../support/node-cluster.ts'
import { postgresIsMissing, startPostgres } from '../../support/postgres.ts'
import { runProgram } from '../../support/program.ts'
import { createSeed } from '../../support/seed.ts'

test.skipIf(postgresIsMissing('postgis') || !existsSync(NGINX))(
  'nodes are replaced by the next version one after another, without a failing request',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-rolling-'))
    await using postgres = await startPostgres('postgis')
    const databaseUrl = await postgres.createCatalog()
    const settings = { files: join(folder.path, 'files') }
    const place = { databaseUrl, folder: join(folder.path, 'nodes'), settings }
    await using cluster = await startCluster({ ...place, nodes: 2 })
    const { config, secrets } = loadConfig({ flags: { data: cluster.data } })
    await using catalog = await openCatalog(config, secrets)
    const seed = createSeed({ catalog })
    const next = await createNextVersion(join(folder.path, 'next'), LATER_MIGRATIONS)

    const load = { readers: 1, importers: 1, pauseMs: 20 }
    const found = await replaceInTurn({ cluster, catalog, seed, next, load })

    expect(found.problems).toEqual([])
    expect(found.states).toMatchObject([
      { phase: 'migrate', schema: '9001-expansion', pending: ['9002-contraction'] },
      { phase: 'contract', schema: '9001-expansion', pending: ['9002-contraction'] },
    ])
    expect(found.states[0]?.waits_for).toHaveLength(1)
    expect(await catalog.reads.selectFrom('georeference').select('id').execute()).toHaveLength(
      found.placed,
    )
    expect(await catalog.reads.selectFrom('image').select('id').execute()).toHaveLength(
      found.images + found.imported,
    )
    const contraction = ['admin', 'migrate', 'up', '--data', cluster.data]
    expect((await runProgram(contraction, { program: next })).exitCode).toBe(0)
    await using former = await mkdtempDisposable(join(tmpdir(), 'catalog-former-'))
    const { exitCode, stderr } = await runProgram(['serve', '--port=0', '--data', former.path], {
      env: { CATALOG_DATABASE_URL: databaseUrl, CATALOG_SECRET: 'x'.repeat(40) },
    })
    expect([exitCode, stderr]).toEqual([8, expect.stringContaining('9002-contraction')])
  },
  120_000,
)
