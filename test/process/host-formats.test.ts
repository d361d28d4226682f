import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startImagePool } from '../../src/core/imaging/process/image-pool.ts'
import {
  largestDifference,
  createPictureFolder,
  QUARTERS,
  readQuarters,
} from '../support/pictures.ts'
import { HEIC, J2K, JP2, JP2_OF_16_BITS } from '../support/rare-pictures.ts'

const LIMITS = { workers: 1, memoryBytes: 1024 ** 3, timeoutMs: 60_000, maxPixels: 1_000_000 }

/** Starts an image pool with a folder for its files. */
async function startPool(limits: Partial<typeof LIMITS> = {}) {
  const folder = await createPictureFolder()
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
  await using opened = await startPool()
  return opened.pool
})()

// Each title begins with the program that the test needs.
const NEEDS_HEIF = { skip: !accepted.includes('image/heic') }
const NEEDS_OPJ = { skip: !accepted.includes('image/jp2') }

// Both formats are lossy here.
const TOLERANCE = 30

const TURNED = [QUARTERS[2]!, QUARTERS[0]!, QUARTERS[3]!, QUARTERS[1]!]

async function expectDerived(bytes: Uint8Array, contentType: string) {
  await using opened = await startPool()
  const path = await opened.folder.write('original', bytes)
  expect(await opened.pool.probe(path, contentType, 'user')).toMatchObject({
    width: 96,
    height: 64,
  })
  const made = await opened.derive(bytes, contentType)
  expect(made).toMatchObject({ width: 64, height: 96, damage: null })
  for (const name of ['display', 'thumbnail', 'corrected']) {
    const { quarters } = await readQuarters(join(opened.folder.path, `${name}.jpg`))
    expect(largestDifference(quarters, TURNED)).toBeLessThanOrEqual(TOLERANCE)
  }
  expect((await readdir(opened.folder.path)).sort()).toEqual([
    'corrected.jpg',
    'display.jpg',
    'original',
    'thumbnail.jpg',
  ])
}

test('heif-convert: makes derivatives of HEIC and leaves no other files', NEEDS_HEIF, async () => {
  await expectDerived(HEIC, 'image/heic')
})

test(
  'opj_decompress: makes derivatives of JPEG 2000 files and bare codestreams',
  NEEDS_OPJ,
  async () => {
    for (const bytes of [JP2, J2K, JP2_OF_16_BITS]) await expectDerived(bytes, 'image/jp2')
  },
)

test(
  'opj_decompress: makes derivatives of the readable part of a JPEG 2000 file, and reports the damage',
  NEEDS_OPJ,
  async () => {
    await using opened = await startPool()
    const made = await opened.derive(JP2.subarray(0, JP2.length * 0.7), 'image/jp2')
    expect(made.damage).toMatch(/^The picture file is damaged \(.+\)/)
  },
)

test(
  'heif-convert: reports a file that the program cannot read as damaged, and keeps working',
  NEEDS_HEIF,
  async () => {
    await using opened = await startPool()
    const cut = HEIC.subarray(0, HEIC.length - 60)
    await expect(opened.derive(cut, 'image/heic')).rejects.toMatchObject({
      reason: 'damaged',
      permanent: true,
    })
    expect(await opened.derive(HEIC, 'image/heic')).toMatchObject({ damage: null })
  },
)

test('opj_decompress: rejects a huge JPEG 2000 file before it decodes it', NEEDS_OPJ, async () => {
  await using opened = await startPool()
  const huge = Buffer.from(J2K)
  huge.writeUInt32BE(60_000, 8)
  huge.writeUInt32BE(60_000, 12)
  const path = await opened.folder.write('huge', huge)
  await expect(opened.pool.probe(path, 'image/jp2', 'user')).rejects.toMatchObject({
    reason: 'too_large',
  })
})
