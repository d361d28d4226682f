import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Size } from '../../src/core/iiif/full-image.ts'
import { findParserProblems } from './allmaps-parser.ts'
import { computeTiles, type Info } from './iiif-viewer.ts'
import { createPictureFolder } from './pictures.ts'
import type { Seed } from './seed.ts'
import type { TestServer } from './test-server.ts'

export interface ViewedPicture {
  requests: number
  /** Descriptions of everything that is wrong. */
  failures: string[]
}

const AT_ONCE = 4

/**
 * Makes the tiles of a picture and publishes them. Then requests every tile and size that a viewer of either version
 * computes from `info.json`, and compares the size of each response with the promised one. The parser of Allmaps reads the
 * documents.
 */
export async function viewPicture(
  server: TestServer,
  seed: Seed,
  size: Size,
): Promise<ViewedPicture> {
  const { image, identifier } = await publishPicture(server, seed, size)
  const info: Info = await server.get(`/iiif/3/${identifier}/info.json`)
  const failures = info.width === size.width && info.height === size.height ? [] : ['another size']
  const limit = pLimit(AT_ONCE)
  const wanted = [...listRequests(info)]
  const problems = await limit.map(wanted, ({ path, ...promised }) =>
    compare(server, path.replace('ID', identifier), promised),
  )
  failures.push(...problems.filter((problem) => problem !== undefined))
  failures.push(...(await findParserProblems(server, image, identifier)))
  return { requests: wanted.length, failures }
}

async function publishPicture(
  { catalog }: TestServer,
  seed: Seed,
  { width, height }: Size,
): Promise<{ image: number; identifier: string }> {
  await using folder = await createPictureFolder()
  const background = { r: 120, g: 90, b: width % 256 }
  const picture = sharp({ create: { width, height, channels: 3, background } })
  const original = await folder.write('original.png', await picture.png().toBuffer())
  const upright = { rotation: 0, mirror: 'none' } as const
  const input = { original, contentType: 'image/png', directory: folder.path, ...upright }
  await catalog.images.tile(input)
  const image = await seed.image()
  const generation = await seed.tiles(image, await readFile(join(folder.path, 'tiles.bin')))
  return { image, identifier: `${image}-${generation}` }
}

interface SizedRequest extends Size {
  path: string
}

function* listRequests(info: Info): Generator<SizedRequest> {
  for (const { region, width, height } of computeTiles(info)) {
    yield { path: `/iiif/3/ID/${region}/${width},${height}/0/default.jpg`, width, height }
    // A width of one pixel may belong to several levels.
    if (width > 1) yield { path: `/iiif/2/ID/${region}/${width},/0/default.jpg`, width, height }
  }
  for (const { width, height } of info.sizes) {
    for (const version of [2, 3])
      yield { path: `/iiif/${version}/ID/full/${width},${height}/0/default.jpg`, width, height }
  }
}

async function compare(
  server: TestServer,
  path: string,
  promised: Size,
): Promise<string | undefined> {
  const response = await server.fetch(path)
  const bytes = await response.arrayBuffer()
  if (response.status !== 200) return `${path}: ${response.status}`
  const { width, height } = await sharp(bytes).metadata()
  if (width === promised.width && height === promised.height) return undefined
  return `${path}: ${width} × ${height}`
}
