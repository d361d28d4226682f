import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { derivePictures } from '../../../../src/core/imaging/derivatives.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import { COMPRESSED_TIFFS, REFUSED_TIFFS } from '../../../support/corpus/tiff-compressions.ts'
import { describeTiffKind, listTiffKinds, tiffOfKind } from '../../../support/corpus/tiff-kinds.ts'
import { readShownTiffKinds } from '../../../support/documented-tiff-kinds.ts'
import {
  createPictureFolder,
  fourColors,
  largestDifference,
  QUARTERS,
  readQuarters,
  type Color,
} from '../../../support/pictures.ts'
import {
  LONG,
  packed,
  pictureTags,
  quarterRows,
  SHORT,
  tag,
  tiffFile,
} from '../../../support/corpus/tiff-file.ts'

/** Allows for rounding in JPEG and in the profile of a press; a wrong color differs by far more. */
const TOLERANCE = 8

/** The decoder remembers files by their names. */
let files = 0

type Folder = Awaited<ReturnType<typeof createPictureFolder>>

async function judge(bytes: Buffer, shows: readonly Color[]): Promise<string> {
  await using folder = await createPictureFolder()
  return await judgeIn(folder, bytes, shows)
}

/** Tells whether a TIFF is shown in the right colors, or why not. */
async function judgeIn(folder: Folder, bytes: Buffer, shows: readonly Color[]): Promise<string> {
  const original = await folder.write(`original-${(files += 1)}.tif`, bytes)
  try {
    const { damage } = await derivePictures({
      original,
      contentType: 'image/tiff',
      rotation: 0,
      mirror: 'none',
      directory: folder.path,
      maxPixels: 1_000_000,
      accepted: ACCEPTED_CONTENT_TYPES,
    })
    const { quarters } = await readQuarters(join(folder.path, 'display.jpg'))
    const isRight = largestDifference(quarters, shows) <= TOLERANCE
    return damage ?? (isRight ? 'shown' : `shown as ${JSON.stringify(quarters)}`)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return error.reason === 'unsupported' ? error.message : error.reason
  }
}

test('shows or refuses every kind of TIFF as the documentation says', async () => {
  await using folder = await createPictureFolder()
  const isShown = await readShownTiffKinds()
  const wrong: string[] = []
  let shown = 0
  for (const kind of listTiffKinds()) {
    const { bytes, shows } = tiffOfKind(kind)
    const verdict = await judgeIn(folder, bytes, shows)
    const isRight = isShown(kind)
      ? verdict === 'shown'
      : /^The file is a TIFF with .+, which cannot be decoded\./.test(verdict)
    if (!isRight) wrong.push(`${describeTiffKind(kind)}: ${verdict}`)
    if (verdict === 'shown') shown += 1
  }
  expect(wrong).toEqual([])
  expect(shown).toBeGreaterThan(100)
})

test.for(COMPRESSED_TIFFS)('shows a TIFF in compression $name', async ({ make, shows }) => {
  expect(await judge(await make(), shows)).toBe('shown')
})

test.for(REFUSED_TIFFS)('refuses a TIFF with %s', async ([reason, make]) => {
  expect(await judge(make(), QUARTERS)).toContain(reason)
})

const LAB = { photometric: 8, bits: 8, format: 1, isPlanar: false, extra: 'none' } as const

test.for([
  ['8 bits', LAB],
  ['8 bits and a selection', { ...LAB, extra: 'other' }],
  ['16 bits', { ...LAB, bits: 16 }],
  ['16 bits and a selection', { ...LAB, bits: 16, extra: 'other' }],
  ['floating-point samples', { ...LAB, bits: 32, format: 3 }],
] as const)('shows CIELab of %s in the same colors with a profile', async ([, kind]) => {
  const { icc } = await sharp(await fourColors().withIccProfile('p3').png().toBuffer()).metadata()
  const { bytes, shows } = tiffOfKind(kind, [tag(34_675, 7, ...icc!)])
  expect(await judge(bytes, shows)).toBe('shown')
})

test('shows a big-endian CIELab TIFF whose photometric interpretation is a LONG', async () => {
  const pixels = packed(quarterRows([0, 136, 255, 136].map((lightness) => [lightness, 0, 0])), 8)
  const picture = { width: 96, height: 64, bits: 8, samples: 3, photometric: 8, pixels }
  const tags = pictureTags(picture, tag(262, LONG, 8))
  const { shows } = tiffOfKind(LAB)
  expect(await judge(tiffFile({ order: 'MM', tags, data: pixels }), shows)).toBe('shown')
})

test.for([
  ['two selections', [0, 0], [0, 0]],
  ['transparency and a selection', [255, 0], [2, 0]],
  ['channels that are not declared', [0], []],
  ['61 further channels', Array<number>(61).fill(0), Array<number>(61).fill(0)],
] as const)('shows the colors of an RGB TIFF with %s', async ([, extra, kinds]) => {
  const pixels = packed(quarterRows(QUARTERS.map((color) => [...color, ...extra])), 8)
  const picture = { width: 96, height: 64, bits: 8, samples: 3 + extra.length, photometric: 2 }
  const declared = kinds.length > 0 ? [tag(338, SHORT, ...kinds)] : []
  const tags = pictureTags({ ...picture, pixels }, ...declared)
  expect(await judge(tiffFile({ tags, data: pixels }), QUARTERS)).toBe('shown')
})
