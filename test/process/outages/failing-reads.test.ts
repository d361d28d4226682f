import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { damagePages } from '../../support/damaged-database.ts'
import { copyEmptyDatabase } from '../../support/empty-database.ts'
import { canFailSyncs, failCalls } from '../../support/failing-syncs.ts'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { plain, BLUE, RED } from '../../support/pictures.ts'
import { runProgram, spawnServer } from '../../support/program.ts'
import { internalErrorsIn, stepsOf, sendSteps } from '../../support/route-walk.ts'
import { createSeed } from '../../support/seed.ts'

const FAILS = 'The storage of this service failed. Nothing was stored. Try again later.'
const NO_KEY =
  'This service cannot read its signing key. Its administrator must restore the access to it.'
const OVERLOADED = 'This service is overloaded. Nothing was stored. Try again in a few seconds.'
const tiny = await plain(8, 8, RED).jpeg().toBuffer()
const blue = await plain(8, 8, BLUE).jpeg().toBuffer()

test('answers 503 without its data directory, never 500, and recovers', async () => {
  await using api = await openImportApi()
  const { server } = api
  const image = await api.seed.image()
  const version = await api.seed.file(image, tiny)
  const steps = stepsOf(await server.get('/api/v2/openapi.json'))
  const [slot, full] = [await api.requestSlot(), await api.uploadToNewSlot(tiny)]
  const original = `/media/images/${image}/original.jpg?v=${version}`
  await rename(server.data, `${server.data}.away`)

  const send = (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', api.importer.Authorization)
    return fetch(server.baseUrl + path, { ...init, headers })
  }
  expect(internalErrorsIn(await sendSteps(steps, send))).toEqual([])
  expect(await readResponse(await api.upload(slot, tiny))).toEqual([503, { detail: NO_KEY }])
  expect(await readResponse(await api.commit(full))).toEqual([503, { error: FAILS }])

  await rename(`${server.data}.away`, server.data)
  expect((await send(original, {})).status).toBe(200)
  expect((await api.upload(slot, tiny)).status).toBe(200)
  expect((await api.commit(slot)).status).toBe(201)
})

test('answers 503 while its files are gone, never 404, stores nothing in their place, and recovers', async () => {
  await using api = await openImportApi()
  const { server } = api
  expect((await api.commit(await api.uploadToNewSlot(tiny))).status).toBe(201)
  await server.catalog.jobs.drain()
  const image = await server.get('/api/v2/images/1/')
  const [slot, full] = [await api.requestSlot(), await api.uploadToNewSlot(blue)]
  const send = async () => {
    const paths = [
      image.permalink,
      image.thumbnail,
      `${image.iiif_url}info.json`,
      `${image.iiif_url}0,0,8,8/8,/0/default.jpg`,
      `${image.iiif_url}full/4,/0/default.jpg`,
      full.cdn_url,
      '/readyz',
    ]
    const responses = await Promise.all(paths.map((path) => server.fetch(path)))
    responses.push(await api.upload(slot, tiny), await api.commit(full))
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    return responses.map(({ status, headers }) => [status, headers.get('Retry-After')])
  }
  const outage = Array.from({ length: 9 }, () => [503, '10'])
  const objects = join(server.data, 'objects')

  await rename(objects, `${objects}.away`)
  expect(await send()).toEqual(outage)
  expect(existsSync(objects)).toBe(false)
  await writeFile(objects, '')
  expect(await send()).toEqual(outage)
  await rm(objects)
  await mkdir(objects)
  expect(await send()).toEqual(outage)
  expect(await readdir(objects)).toEqual([])
  await rmdir(objects)
  await rename(`${objects}.away`, objects)

  await rename(server.data, `${server.data}.away`)
  expect(await send()).toEqual(outage)
  expect(existsSync(server.data)).toBe(false)
  await rename(`${server.data}.away`, server.data)

  const statuses = (await send()).map(([status]) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 201])
})

const canInject = await canFailSyncs()

/** Starts a server with one image and its original. */
async function serveImage() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-reads-'))
  const data = join(folder.path, 'data')
  await copyEmptyDatabase(data)
  let original: { path: string; url: string }
  {
    const { config, secrets } = loadConfig({ flags: { data } })
    await using catalog = await openCatalog(config, secrets)
    const seed = createSeed({ catalog })
    const image = await seed.image()
    const version = await seed.file(image, tiny)
    const path = catalog.storage.locate(originalKey(image, version, 'jpg'))
    original = { path, url: `/media/images/${image}/original.jpg` }
  }
  const server = await spawnServer(data, '--log-level', 'silent')
  return {
    server,
    data,
    original: { ...original, url: server.baseUrl + original.url },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

test.skipIf(!canInject).for([
  ['EIO', 'read,pread64,preadv,preadv2', FAILS],
  ['EMFILE', 'openat', OVERLOADED],
] as const)(
  'answers 503 without caching headers if reading a file fails with %s, and recovers (needs strace)',
  async ([error, calls, sentence]) => {
    await using scene = await serveImage()
    const { original, server } = scene
    {
      await using _failing = await failCalls(server.child.pid!, {
        calls,
        error,
        path: original.path,
      })
      const refused = await fetch(original.url)
      expect(refused.headers.get('Cache-Control')).not.toContain('max-age')
      expect(refused.headers.get('ETag')).toBeNull()
      expect(await readResponse(refused)).toEqual([503, { detail: sentence }])
    }
    expect((await fetch(original.url)).status).toBe(200)
  },
)

test.skipIf(!canInject)(
  'answers 503 on every route if the database cannot be read, never 500 (needs strace)',
  async () => {
    await using scene = await serveImage()
    const { server, data } = scene
    const document = await (await fetch(`${server.baseUrl}/api/v2/openapi.json`)).json()
    const path = join(data, 'catalog.sqlite')
    await using _failing = await failCalls(server.child.pid!, {
      calls: 'pread64,pwrite64,openat,mkdir,fsync,fdatasync',
      error: 'EIO',
      path,
    })
    const send = (to: string, init: RequestInit) => fetch(server.baseUrl + to, init)
    const answers = await sendSteps(stepsOf(document as never), send)
    expect(internalErrorsIn(answers)).toEqual([])
    expect(answers.filter((answer) => answer.endsWith('503')).length).toBeGreaterThan(1)
  },
)

test('refuses to start on a damaged database, and says how to restore it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-damaged-'))
  await copyEmptyDatabase(folder.path)
  await damagePages(join(folder.path, 'catalog.sqlite'))
  const { exitCode, stderr } = await runProgram(['serve', '--data', folder.path, '--port', '0'])
  expect([exitCode, stderr]).toEqual([8, expect.stringContaining('catalog admin load')])
  expect(stderr).toContain('catalog.sqlite is damaged')
})
