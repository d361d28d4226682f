import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { createFullAlbum } from '../../support/album.ts'
import { openImportApi, type ImportApi } from '../../support/import-api.ts'
import { pgBouncerIsMissing, startPgBouncer, type PgBouncer } from '../../support/pgbouncer.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { pauseQueue } from '../../support/queue.ts'
import { internalErrorsIn, sendSteps, stepsOf } from '../../support/route-walk.ts'
import { runCli } from '../../support/test-cli.ts'
import { createTestLog } from '../../support/test-log.ts'
import { configureDatabase } from '../../support/test-postgres.ts'

const ROLE = 'pooler'

describe.skipIf(postgresIsMissing('postgis') || pgBouncerIsMissing())('behind PgBouncer', () => {
  const stack = new AsyncDisposableStack()
  const { log, lines } = createTestLog()
  let postgres: Postgres
  let bouncer: PgBouncer
  let databaseUrl: string
  let api: ImportApi

  beforeAll(async () => {
    postgres = stack.use(await startPostgres('postgis'))
    await postgres.query(`create role ${ROLE} superuser login`)
    bouncer = stack.use(await startPgBouncer(postgres, ROLE))
    const { pathname } = new URL(await postgres.createDatabase())
    databaseUrl = bouncer.addressOf(pathname.slice(1))
    api = stack.use(await openImportApi({}, { databaseUrl, log }))
    await pauseQueue(api.server)
  })

  afterEach(() => untilReachable())

  afterAll(() => stack.disposeAsync())

  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', api.importer.Authorization)
    return fetch(api.server.baseUrl + path, { ...init, headers })
  }

  const untilReachable = () =>
    expect.poll(async () => (await send('/api/v2/images/')).status).toBe(200)

  /** Sends requests, and starts another node. */
  async function expectOutage(reason: string): Promise<void> {
    for (const path of ['/api/v2/images/', '/readyz']) {
      const response = await send(path)
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
      expect(await response.text()).toContain('The database cannot be reached.')
    }
    expect((await fetch(`${api.server.baseUrl}/healthz`)).status).toBe(200)
    expect(lines.some((line) => line.includes(reason) && line.includes('"08P01"'))).toBe(true)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-node-'))
    await configureDatabase(folder.path, databaseUrl)
    const { code, stderr } = await runCli(['serve', '--data', folder.path, '--port', '0'])
    expect([code, stderr]).toEqual([8, expect.stringContaining('(SQLSTATE 08P01)')])
    expect(stderr).not.toMatch(/bug|Internal error/)
  }

  test('answers 503 while the server is gone, never 500, and goes on with an import', async () => {
    const steps = stepsOf(await api.server.get('/api/v2/openapi.json'))
    await postgres.kill('SIGQUIT')
    await expectOutage('server login has been failing')
    expect(internalErrorsIn(await sendSteps(steps, send))).toEqual([])

    await using album = await createFullAlbum(2)
    const env = {
      CATALOG_URL: api.server.baseUrl,
      CATALOG_TOKEN: api.importer.Authorization.replace('Bearer ', ''),
    }
    const argv = ['import', album.manifest, '--collection', String(api.collection), '--json']
    let recovered: Promise<void> | undefined
    const sleep = () => (recovered ??= postgres.start().then(untilReachable))
    expect(await runCli(argv, { env, sleep })).toMatchObject({ code: 0 })
    expect(recovered).toBeDefined()
    expect(await api.server.get('/api/v2/images/')).toMatchObject({ count: 2 })
  })

  test('prepares nothing under names that it passes on to any connection', async () => {
    const paths = ['/api/v2/images/', '/api/v2/activity/', '/api/v2/subjects/', '/api/v2/sources/']
    const requests = Array.from({ length: 10 }, () => paths).flat()
    const statuses = await Promise.all(requests.map(async (path) => (await send(path)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await using stack = new AsyncDisposableStack()
    const db = connect(databaseUrl, 1)
    stack.defer(() => db.destroy())
    const prepared = sql<{ name: string }>`select name from pg_prepared_statements where ${true}`
    for (let time = 0; time < 3; time += 1) {
      const names = (await prepared.execute(db)).rows.map(({ name }) => name)
      // This version of PgBouncer does not track them; one that does renames them.
      expect(names.filter((name) => !/^(catalog_probe|PGBOUNCER_\d+)$/.test(name))).toEqual([])
    }
  })

  test('answers 503 while PgBouncer cannot log in, and recovers', async () => {
    await postgres.query(`alter role ${ROLE} nologin`)
    await postgres.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`,
    )
    await expectOutage('server login has been failing')
    await postgres.query(`alter role ${ROLE} login`)
  })

  test('answers 503 while the pool accepts no connection, and recovers', async () => {
    const database = new URL(databaseUrl).pathname.slice(1)
    await bouncer.command('set max_client_conn = 1', `kill ${database}`, `resume ${database}`)
    await expectOutage('no more connections allowed')
    await bouncer.command('set max_client_conn = 1000')
  })
})
