/**
 * The IIIF Image API with a picture of 24 megapixels: stored tiles against a static file of the same bytes, through the
 * same server in turn, in CPU time of the server; and rendered images, in CPU time of a warm image child. Limits apply to
 * the best of several rounds, because other programs on the machine only make them worse.
 */

import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { planImage } from '../../src/core/iiif/image-plan.ts'
import { parseImageRequest } from '../../src/core/iiif/image-request.ts'
import { describeFullImage } from '../../src/core/iiif/full-image.ts'
import { MAX_UPSCALING } from '../../src/core/base/limits.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import type * as ImageChildProcess from '../../src/core/imaging/process/image-child-process.ts'
import { createSeed } from '../support/seed.ts'
import { readTileFile } from '../support/tile-file.ts'
import { requestOften } from './support/http-load.ts'
import { costOf, median } from './imaging/cost.ts'
import { writePhotograph } from './imaging/photograph.ts'
import { serveInChild } from './scale/serve-child.ts'
import { reportFigure } from './support/table.ts'

const PICTURE = { width: 6000, height: 4000 }
const TILE = '2048,1024,512,512/512,512/0/default.jpg'
const WARM_UPS = 4
const ROUNDS = 10
const REQUESTS = 2000
const CONNECTIONS = 10
const RENDERS = 20
const MIN_TILES_PER_CORE = 3000
const MIN_SHARE_OF_STATIC = 0.5
const MAX_REGION_MS = 15

const compiled = new URL('../../dist/core/imaging/process/image-child-process.js', import.meta.url)
const { startImageChild } = (await import(compiled.href)) as typeof ImageChildProcess

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const data = join(folder.path, 'data')
const tiles = join(folder.path, 'tiles.bin')
const { tile, file } = await prepare()
const tooSlow = [...(await compareWithStatic()), ...(await measureRenders())]
for (const problem of tooSlow) console.log(`✗ ${problem}`)
if (tooSlow.length > 0) exit(1)

/** Publishes the tiles of a photograph, and a derivative with the bytes of one tile. Returns their paths. */
async function prepare(): Promise<{ tile: string; file: string }> {
  const original = join(folder.path, 'original.jpg')
  await writePhotograph(original, PICTURE.width, PICTURE.height)
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const upright = { rotation: 0, mirror: 'none', contentType: 'image/jpeg' } as const
  await catalog.images.tile({ original, directory: folder.path, ...upright })
  const seed = createSeed({ catalog })
  const image = await seed.image()
  const generation = await seed.tiles(image, await readFile(tiles))
  const stored = (await readTileFile(tiles)).tiles.find(
    ({ region, size }) => region.x === 2048 && region.y === 1024 && size.width === region.width,
  )
  const copy = join(folder.path, 'tile.jpg')
  await writeFile(copy, stored!.jpeg)
  await catalog.storage.putFile(copy, derivativeKey(image, generation, 'thumbnail'))
  return {
    tile: `/iiif/3/${image}-${generation}/${TILE}`,
    file: `/media/derivatives/${image}/${generation}/thumbnail.jpg`,
  }
}

async function compareWithStatic(): Promise<string[]> {
  await using server = await serveInChild(data)
  const measure = async (path: string): Promise<number> => {
    const before = await costOf(server.pid)
    await requestOften(server.url + path, REQUESTS, CONNECTIONS)
    const after = await costOf(server.pid)
    return REQUESTS / (after.cpuSeconds - before.cpuSeconds)
  }
  const rates = { tile: [] as number[], file: [] as number[] }
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const [ofTile, ofFile] = [await measure(tile), await measure(file)]
    // The first rounds warm up.
    if (round < WARM_UPS) continue
    rates.tile.push(ofTile)
    rates.file.push(ofFile)
  }
  const perCore = Math.max(...rates.tile)
  const share = median(rates.tile) / median(rates.file)
  for (const [name, found] of Object.entries(rates))
    console.log(
      `${name.padEnd(5)} ${median(found).toFixed(0)} per CPU second, best ${Math.max(...found).toFixed(0)}`,
    )
  reportFigure(
    'stored tiles for each CPU second',
    `${perCore.toFixed(0)}, ${share.toFixed(2)} times a static file`,
    `at least ${MIN_TILES_PER_CORE}, and ${MIN_SHARE_OF_STATIC} times`,
  )
  return [
    ...(perCore < MIN_TILES_PER_CORE ? [`fewer than ${MIN_TILES_PER_CORE} tiles`] : []),
    ...(share < MIN_SHARE_OF_STATIC ? [`less than ${MIN_SHARE_OF_STATIC} of a static file`] : []),
  ]
}

async function measureRenders(): Promise<string[]> {
  const child = startImageChild(1.5 * 1024 ** 3)
  const run = async (path: string, count: number): Promise<void> => {
    const plan = planImage(parseImageRequest(3, path), describeFullImage(PICTURE, MAX_UPSCALING))
    for (let done = 0; done < count; done += 1)
      await child.run({ name: 'render', input: { tiles, plan } })
  }
  const measure = async (name: string, path: string, count = RENDERS): Promise<number> => {
    await run(path, count)
    const taken: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await costOf(child.pid!)
      await run(path, count)
      const after = await costOf(child.pid!)
      taken.push(((after.cpuSeconds - before.cpuSeconds) * 1000) / count)
    }
    const [best, peak] = [Math.min(...taken), (await costOf(child.pid!)).peakMegabytes]
    const figures = `${median(taken).toFixed(1)} CPU-ms, best ${best.toFixed(1)}`
    console.log(`${name.padEnd(36)} ${figures}, peak so far ${peak.toFixed(0)} MB`)
    return best
  }
  const region = await measure(
    'unaligned region of 512 × 512',
    '2200,1100,512,512/max/0/default.jpg',
  )
  const limit = `at most ${MAX_REGION_MS} ms`
  reportFigure('rendered region of 512 × 512, CPU time', `${region.toFixed(1)} ms`, limit)
  await measure('the same, gray', '2200,1100,512,512/max/0/gray.jpg')
  await measure('the same, rotated by 90', '2200,1100,512,512/max/90/default.jpg')
  await measure('the same, WebP', '2200,1100,512,512/max/0/default.webp')
  await measure('the same, PNG', '2200,1100,512,512/max/0/default.png')
  await measure('region of 1000 × 1000 as 512 × 512', '2200,1100,1000,1000/512,512/0/default.jpg')
  await measure('thumbnail of 300 pixels', 'full/!300,300/0/default.jpg')
  await measure('full size', 'full/max/0/default.jpg', 2)
  await measure('full size, PNG rotated by 90', 'full/max/90/default.png', 1)
  await child.kill()
  return region > MAX_REGION_MS ? [`the region takes more than ${MAX_REGION_MS} CPU-ms`] : []
}
