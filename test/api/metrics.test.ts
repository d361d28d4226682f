import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { openImportApi } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const readMetrics = async ({ metricsUrl }: TestServer) => {
  const response = await fetch(metricsUrl!)
  return (await response.text()).split('\n')
}

test('counts requests by method, route pattern and status', async () => {
  await using server = await startTestServer({ metrics: '0' })
  const image = await createSeed(server).image()
  await server.fetch(`/api/v2/images/${image}/`)
  await server.fetch('/api/v2/images/999/')
  await server.fetch('/no/such/page')
  await server.fetch('/healthz', { method: 'PROPFIND' })
  const metrics = await readMetrics(server)
  const count = (labels: string) =>
    metrics.find((line) => line.startsWith(`catalog_http_request_duration_seconds_count{${labels}`))
  const detail = 'method="GET",route="/api/v2/images/:id/"'
  expect(count(`${detail},status="200"`)).toMatch(/ 1$/)
  expect(count(`${detail},status="404"`)).toMatch(/ 1$/)
  expect(count('method="GET",route="none",status="404"')).toMatch(/ 1$/)
  expect(count('method="other"')).toMatch(/ 1$/)
  expect(metrics.join()).not.toContain('/no/such/page')
})

test('shows images, jobs, the database, free space and the delay of the event loop', async () => {
  await using api = await openImportApi({ metrics: '127.0.0.1:0' })
  await api.commit(await api.uploadToNewSlot(await plain(8, 8, RED).jpeg().toBuffer()))
  await api.server.catalog.jobs.drain()
  await api.server.get('/api/v2/search/text/?q=bridge')
  const metrics = await readMetrics(api.server)
  expect(metrics).toContain('catalog_search_index_bytes{index="text",memory="limit"} 4294967296')
  expect(metrics).toContain('catalog_images 1')
  expect(metrics).toContain('catalog_jobs{state="queued"} 0')
  expect(metrics).toContain('catalog_job_runs_total{kind="derive",outcome="done"} 1')
  const value = (name: string) =>
    Number(metrics.find((line) => line.startsWith(name))?.split(' ')[1])
  expect(value('catalog_database_bytes{file="database"}')).toBeGreaterThan(0)
  expect(value('catalog_storage_bytes{space="free"}')).toBeGreaterThan(0)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('shows the version, and how old the newest backup is', async () => {
  await using server = await startTestServer({ metrics: '0' })
  const { address } = server.catalog
  const metrics = await readMetrics(server)
  const info = metrics.find((line) => line.startsWith('catalog_build_info'))
  expect(info).toContain(`version="${manifest.version}"`)
  expect(info).toContain(`database="${address.engine}"`)
  const readAge = async () =>
    (await readMetrics(server)).find((line) => line.startsWith('catalog_backup_age_seconds'))
  if (address.engine === 'postgres') return expect(await readAge()).toBeUndefined()
  expect(await readAge()).toBe('catalog_backup_age_seconds +Inf')
  await mkdir(join(server.data, 'backups/2026-02-28T115950Z'), { recursive: true })
  await mkdir(join(server.data, 'backups/.incomplete-2026-03-01T030000Z'))
  expect(await readAge()).toBe('catalog_backup_age_seconds 86410')
})

test('serves metrics on their own address only, and nothing else there', async () => {
  await using server = await startTestServer({ metrics: '0' })
  expect((await server.fetch('/metrics')).status).toBe(404)
  const other = await fetch(new URL('/api/v2/images/', server.metricsUrl))
  expect([other.status, await other.text()]).toEqual([404, 'Metrics are at /metrics.\n'])
  const { hostname, port } = new URL(server.metricsUrl!)
  const ask = async (host: string) => {
    const request = get({ hostname, port, path: '/metrics', headers: { host } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  expect(await ask(`localhost:${port}`)).toBe(200)
  expect(await ask(`[::1]:${port}`)).toBe(200)
  expect(await ask(`catalog:${port}`)).toBe(200)
  expect(await ask(`rebound.example:${port}`)).toBe(421)
  await using silent = await startTestServer()
  expect(silent.metricsUrl).toBeUndefined()
})

test.each(['70000', 'nonsense', 'a b:9464', '127.0.0.1:'])(
  'rejects the address %j',
  async (metrics) => {
    await expect(startTestServer({ metrics })).rejects.toThrow(/such as 127\.0\.0\.1:9464/)
  },
)

test('refuses to start if the address of the metrics is in use', async () => {
  await using server = await startTestServer({ metrics: '0' })
  const { host } = new URL(server.metricsUrl!)
  await expect(startTestServer({ metrics: host })).rejects.toThrow('another port with --metrics')
})

test('is ready while it can read its database and write to its storage', async () => {
  await using server = await startTestServer({ metrics: '0' })
  const ready = await server.fetch('/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  const folder = join(server.data, 'tmp')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  expect((await server.fetch('/readyz')).status).toBe(503)
  expect((await server.fetch('/healthz')).status).toBe(200)
  const broken = await readMetrics(server)
  expect(broken).toEqual(expect.arrayContaining(['catalog_database_up 1', 'catalog_storage_up 0']))
  expect(broken).toContain('catalog_images 0')
  await rm(folder)
  await rename(`${folder}-away`, folder)
  expect((await server.fetch('/readyz')).status).toBe(200)
  expect(await readMetrics(server)).toContain('catalog_storage_up 1')
})
