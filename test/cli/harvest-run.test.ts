import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { send } from '../../src/cli/client/transport.ts'
import { sha256 } from '../support/digests.ts'
import { openImportCli } from '../support/import-cli.ts'
import { openMuseum } from '../support/museum.ts'
import { findRoundTripProblems } from '../support/round-trip.ts'
import { readImage, readRows } from '../support/rows.ts'
import type { TestCliOptions } from '../support/test-cli.ts'

vi.setConfig({ testTimeout: 90_000 })

/** A catalog with a hidden collection, and the harvest of a remote into it. */
async function openScene(url: string, settings: string[] = []) {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'catalog-harvest-test-')))
  const scopes = ['read', 'import', 'contribute', 'moderate'] as const
  const cli = stack.use(await openImportCli({ scopes: [...scopes] }))
  const hidden = await cli.seed.collection({ public: 0 })
  const writeOnly = (...more: string[]) =>
    writeFile(
      join(folder.path, 'museum.toml'),
      [
        `url = "${url}"`,
        `collection = ${cli.collection}`,
        'rate = 1000',
        'allow_private_urls = true',
        'allow_http = true',
        ...more,
      ].join('\n'),
    )
  const write = (...more: string[]) => writeOnly(`withdrawn_to = ${hidden}`, ...more)
  await write(...settings)
  const opened = stack.move()
  return {
    ...cli,
    hidden,
    folder: folder.path,
    write,
    writeOnly,
    async harvest(words: string[] = [], options: TestCliOptions = {}) {
      const argv = ['harvest', 'run', 'museum', '--retries', '0', '--json', ...words]
      const result = await cli.command(argv, { cwd: folder.path, ...options })
      return { ...result, report: JSON.parse(result.stdout || '{}') }
    },
    /** Titles of all images with the collections that they are in. */
    async placed() {
      const names = new Map([
        [cli.collection, 'shown'],
        [hidden, 'hidden'],
      ])
      const images = await readRows(cli.server, 'image')
      return images.map(({ title, collection_id }) => `${title}: ${names.get(collection_id)}`)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const range = (length: number) => Array.from({ length }, (_, n) => n)

test.each(['iiif', 'oai'] as const)(
  'copies another catalog by %s, with pictures, dates, licenses and places',
  async (protocol) => {
    expect(await findRoundTripProblems(protocol, 8, 20_261_130)).toEqual([])
  },
)

test('updates what the remote changed, and keeps what people corrected', async () => {
  await using museum = await openMuseum()
  museum.show([1, 2], {}, { summary: { none: ['Old text.'] } })
  await using scene = await openScene(`${museum.url}/c`)
  await scene.harvest()
  const [first, second] = await scene.images()
  await scene.seed.change(first!.id, { title: 'Corrected here', creator: 'B. Known' })
  await scene.seed.change(second!.id, { title: 'Corrected here, too' })
  museum.show([1, 2], { 2: 'Renamed there' }, { summary: { none: ['New text.'] } })
  const { report } = await scene.harvest()
  expect(report).toMatchObject({ updated: 2, imported: 0, failed: 0 })
  expect(await readImage(scene.server, first!.id)).toMatchObject({
    title: 'Corrected here',
    creator: 'B. Known',
    description: 'New text.',
  })
  expect((await readImage(scene.server, second!.id)).title).toBe('Renamed there')
  expect((await scene.harvest()).report).toMatchObject({ updated: 0 })
})

test('moves withdrawn images to the hidden collection, and back', async () => {
  await using museum = await openMuseum()
  museum.show(range(10))
  await using scene = await openScene(`${museum.url}/c`)
  expect((await scene.harvest()).report).toMatchObject({ imported: 10 })
  museum.show(range(9))
  expect((await scene.harvest()).report).toMatchObject({ withdrawn: 1, withheld: null })
  expect((await scene.placed()).at(-1)).toBe('Picture 9: hidden')
  museum.show(range(10), { 9: 'Back' })
  expect((await scene.harvest()).report).toMatchObject({ returned: 1, updated: 1, imported: 0 })
  expect((await scene.placed()).at(-1)).toBe('Back: shown')
})

test('counts only the images that it moves itself', async () => {
  await using museum = await openMuseum()
  museum.show(range(20))
  await using scene = await openScene(`${museum.url}/c`)
  await scene.harvest()
  const images = await scene.images()
  await scene.seed.delete('image', images[18]!.id)
  await scene.seed.change(images[19]!.id, { collection_id: scene.hidden })
  museum.show(range(18))
  expect(await scene.harvest()).toMatchObject({ code: 0, report: { withdrawn: 0, failed: 0 } })
  museum.show(range(20))
  expect((await scene.harvest()).report).toMatchObject({ returned: 0, imported: 0 })
})

test('withdraws nothing if the remote looks broken', async () => {
  await using museum = await openMuseum()
  museum.show(range(10))
  await using scene = await openScene(`${museum.url}/c`)
  await scene.harvest()
  museum.show(range(8))
  const many = await scene.harvest()
  expect(many).toMatchObject({
    code: 6,
    report: { withheld: { records: 2, code: 'harvest.many_withdrawn' } },
  })
  museum.show([])
  expect((await scene.harvest()).report.withheld).toMatchObject({ code: 'harvest.empty' })
  museum.show(range(9))
  museum.publish({ '/m/3': { status: 500 } })
  expect((await scene.harvest()).report).toMatchObject({ complete: false, withdrawn: 0 })
  expect((await scene.placed()).filter((place) => place.endsWith('hidden'))).toEqual([])
  museum.show(range(8))
  expect((await scene.harvest(['--yes'])).report).toMatchObject({ withdrawn: 2, withheld: null })
})

test('withholds nothing if no collection takes what is withdrawn', async () => {
  await using museum = await openMuseum()
  museum.show(range(10))
  await using scene = await openScene(`${museum.url}/c`)
  await scene.writeOnly()
  await scene.harvest()
  museum.show(range(5))
  expect(await scene.harvest()).toMatchObject({
    code: 0,
    report: { withheld: null, withdrawn: 0 },
  })
})

test('does nothing twice if it is killed at any request', async () => {
  await using museum = await openMuseum()
  await using scene = await openScene(`${museum.url}/c`)
  museum.show(range(12))
  await harvestUnderKills(scene)
  museum.show(range(13).slice(1), { 5: 'Renamed' })
  await harvestUnderKills(scene)
  const titles = range(13).map((n) => (n === 5 ? 'Renamed' : `Picture ${n}`))
  // A row whose commit was lost may come after those that were sent beside it.
  const placed = await scene.placed()
  expect(placed).toHaveLength(13)
  const images = await scene.images()
  const pictures = new Map(images.map(({ file_sha256 }, n) => [placed[n], file_sha256]))
  const expected = titles.map((title, n) => `${title}: ${n === 0 ? 'hidden' : 'shown'}`)
  expect(pictures).toEqual(new Map(expected.map((one, n) => [one, sha256(museum.pictures[n]!)])))
})

type Scene = Awaited<ReturnType<typeof openScene>>

/** Harvests again and again, each time until another request is lost with its answer, and then to the end. */
async function harvestUnderKills(scene: Scene): Promise<void> {
  for (let requests = 3; requests < 60; requests += 5) {
    let left = requests
    await scene.harvest([], {
      async transport(request) {
        left -= 1
        if (left < 0) throw lost()
        const response = await send(request, {})
        if (left === 0) throw lost()
        return response
      },
    })
  }
  expect((await scene.harvest()).code).toBe(0)
}

function lost(): Error {
  return Object.assign(new Error('reset'), { code: 'ECONNRESET' })
}

test('hides the image of a record that is gone before anybody knows of its image', async () => {
  await using museum = await openMuseum()
  await using scene = await openScene(`${museum.url}/c`)
  museum.show(range(10))
  await scene.harvest()
  museum.show(range(11))
  let isLost = false
  await scene.harvest([], {
    async transport(request) {
      if (isLost) throw lost()
      const response = await send(request, {})
      isLost = request.url.endsWith('/import/commit/')
      if (isLost) throw lost()
      return response
    },
  })
  expect(await scene.placed()).toHaveLength(11)
  museum.show(range(10))
  expect((await scene.harvest()).report).toMatchObject({ withdrawn: 1 })
  expect((await scene.placed()).at(-1)).toBe('Picture 10: hidden')
})

test('takes a record with another identifier for the same image', async () => {
  await using museum = await openMuseum()
  const reference = (text: string) => ({
    metadata: [{ label: { none: ['Reference'] }, value: { none: [text] } }],
  })
  museum.show([1], {}, reference('X 1'))
  await using scene = await openScene(`${museum.url}/c`)
  await scene.harvest()
  museum.show([2], {}, reference('X 1'))
  expect((await scene.harvest()).report).toMatchObject({ imported: 0, updated: 1, withheld: null })
  expect(await scene.placed()).toEqual(['Picture 2: shown'])
  expect(await scene.harvest()).toMatchObject({ code: 0, report: { imported: 0, updated: 0 } })
})

test('says what is wrong with its file, and that it runs already', async () => {
  await using museum = await openMuseum()
  museum.show([1])
  await using scene = await openScene(`${museum.url}/c`)
  await scene.write('speed = 3')
  expect(await scene.harvest()).toMatchObject({ code: 2, stderr: '' })
  await scene.write(`withdrawn_to = ${scene.collection}`)
  expect((await scene.harvest()).code).toBe(2)
  await scene.write()
  const results = await Promise.all([scene.harvest(), scene.harvest()])
  expect(results.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 9])
  const busy = results.find(({ code }) => code === 9)
  expect(busy!.report.error.message).toContain('Another process')
  expect(await scene.placed()).toEqual(['Picture 1: shown'])
  const flags = ['--allow-private-urls', '--json']
  const argv = ['manifest', 'harvest', `${museum.url}/c`, 'museum', '--format', 'csv', ...flags]
  const { code, stdout } = await scene.command(argv, { cwd: scene.folder })
  expect([code, JSON.parse(stdout).error.code]).toEqual([9, 'harvest.other_use'])
})
