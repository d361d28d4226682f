import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startImagePool } from '../../src/core/processes/image-pool.ts'
import { farthest, pictureFolder, QUARTERS, readQuarters } from '../support/pictures.ts'
import { HEIC, J2K, JP2, JP2_OF_16_BITS } from '../support/rare-pictures.ts'

const LIMITS = { workers: 1, memoryBytes: 1024 ** 3, timeoutMs: 60_000, maxPixels: 1_000_000 }

/** A pool with a folder, and what the host lets it read. */
async function openWorld(limits: Partial<typeof LIMITS> = {}) {
  const folder = await pictureFolder()
  const pool = startImagePool({ ...LIMITS, ...limits })
  return {
    folder,
    pool,
    async derive(bytes: Uint8Array, contentType: string) {
      const original = await folder.write('original', bytes)
      const asked = { original, contentType, rotation: 90, mirror: 'none' } as const
      return await pool.derive({ ...asked, directory: folder.path })
    },
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const { accepted } = await (async () => {
  await using world = await openWorld()
  return world.pool
})()

/** Each test's name begins with the program that it needs. */
const NEEDS_HEIF = { skip: !accepted.includes('image/heic') }
const NEEDS_OPJ = { skip: !accepted.includes('image/jp2') }

/** Both are lossy here. */
const TOLERANCE = 30

const TURNED = [QUARTERS[2]!, QUARTERS[0]!, QUARTERS[3]!, QUARTERS[1]!]

async function expectDerived(bytes: Uint8Array, contentType: string) {
  await using world = await openWorld()
  const path = await world.folder.write('original', bytes)
  expect(await world.pool.probe(path, contentType)).toMatchObject({ width: 96, height: 64 })
  const made = await world.derive(bytes, contentType)
  expect(made).toMatchObject({ width: 64, height: 96, damage: null })
  for (const name of ['display', 'thumbnail', 'corrected']) {
    const { quarters } = await readQuarters(join(world.folder.path, `${name}.jpg`))
    expect(farthest(quarters, TURNED)).toBeLessThanOrEqual(TOLERANCE)
  }
  expect((await readdir(world.folder.path)).sort()).toEqual([
    'corrected.jpg',
    'display.jpg',
    'original',
    'thumbnail.jpg',
  ])
}

test(
  'heif-convert: HEIC becomes derived pictures, and nothing else stays',
  NEEDS_HEIF,
  async () => {
    await expectDerived(HEIC, 'image/heic')
  },
)

test(
  'opj_decompress: JPEG 2000 becomes derived pictures, as a file and bare',
  NEEDS_OPJ,
  async () => {
    for (const bytes of [JP2, J2K, JP2_OF_16_BITS]) await expectDerived(bytes, 'image/jp2')
  },
)

test(
  'opj_decompress: half a JPEG 2000 file is shown as far as it goes, with a remark',
  NEEDS_OPJ,
  async () => {
    await using world = await openWorld()
    const made = await world.derive(JP2.subarray(0, JP2.length * 0.7), 'image/jp2')
    expect(made.damage).toMatch(/^The picture file is damaged \(.+\)/)
  },
)

test(
  'heif-convert: a file that the program cannot make sense of is damaged, and the child is none the worse',
  NEEDS_HEIF,
  async () => {
    await using world = await openWorld()
    const cut = HEIC.subarray(0, HEIC.length - 60)
    await expect(world.derive(cut, 'image/heic')).rejects.toMatchObject({
      reason: 'damaged',
      permanent: true,
    })
    expect(await world.derive(HEIC, 'image/heic')).toMatchObject({ damage: null })
  },
)

test(
  'opj_decompress: a JPEG 2000 header of a huge picture is refused before anything is decoded',
  NEEDS_OPJ,
  async () => {
    await using world = await openWorld()
    const huge = Buffer.from(J2K)
    huge.writeUInt32BE(60_000, 8)
    huge.writeUInt32BE(60_000, 12)
    const path = await world.folder.write('huge', huge)
    await expect(world.pool.probe(path, 'image/jp2')).rejects.toMatchObject({ reason: 'too_large' })
  },
)
