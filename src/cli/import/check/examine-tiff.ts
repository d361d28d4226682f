import type { OpenPicture } from './open-picture.ts'
import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
  type TiffDirectory,
  type TiffField,
  type TiffLayout,
} from '../../../core/model/tiff-directory.ts'
import { REDUCED } from '../../../core/model/tiff-samples.ts'

// Tags of TIFF 6.0, and SubIFDs of technical note 1.
const NEW_SUBFILE_TYPE = 254
const WIDTH = 256
const HEIGHT = 257
const BITS_PER_SAMPLE = 258
const COMPRESSION = 259
const SAMPLES_PER_PIXEL = 277
const SUB_DIRECTORIES = 330
/** Offsets and byte counts of strips and of tiles. */
const PARTS = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
]

const UNCOMPRESSED = 1
const MAX_DIRECTORIES = 1000
const PARTS_AT_ONCE = 4096
/** The tiles of an image of 2^20 pixels squared, at 1,024 pixels squared each. */
const MAX_PARTS = 1024 ** 2

export interface TiffExamination {
  /** Number of images; reduced versions do not count. */
  pages: number
  /** Whether the file refers to anything beyond its end. */
  isTruncated: boolean
}

/** Reads all directories of a TIFF and the positions of its strips and tiles, but no pixels. */
export async function examineTiff(picture: OpenPicture): Promise<TiffExamination> {
  const { layout, first } = readTiffHeader(picture)
  const seen = new Set([0])
  const pending: DirectoryEntry[] = [{ at: first, isMain: true }]
  const found: TiffExamination = { pages: 0, isTruncated: picture.size < 2 * layout.offset }
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (seen.has(entry.at) || seen.size > MAX_DIRECTORIES) continue
    seen.add(entry.at)
    const directory = await readTiffDirectory(picture, layout, entry.at)
    if (directory === 'truncated') found.isTruncated = true
    else if (directory && isPicture(directory)) {
      pending.push(...(await examinePicture({ picture, layout, directory }, entry, found)))
    }
  }
  return found
}

interface DirectoryEntry {
  /** Byte offset. */
  at: number
  /** Whether the directory belongs to the chain of pages; false for sub-directories. */
  isMain: boolean
}

/** @returns the directories that this one refers to */
async function examinePicture(
  tiff: Tiff,
  { isMain }: DirectoryEntry,
  found: TiffExamination,
): Promise<DirectoryEntry[]> {
  if (isMain && !(await isReduced(tiff))) found.pages += 1
  found.isTruncated ||= await pointsBeyondEnd(tiff)
  const offsets = await readNumbers(tiff, SUB_DIRECTORIES, { most: MAX_DIRECTORIES })
  const children = offsets.map((at) => ({ at, isMain: false }))
  return isMain ? [...children, { at: tiff.directory.next, isMain }] : children
}

interface Tiff {
  picture: OpenPicture
  layout: TiffLayout
  directory: TiffDirectory
}

/** Some programs write a wrong offset after the last directory, which leads to arbitrary bytes. */
function isPicture({ fields }: TiffDirectory): boolean {
  return fields.has(WIDTH) && fields.has(HEIGHT)
}

async function isReduced(tiff: Tiff): Promise<boolean> {
  return ((await readNumber(tiff, NEW_SUBFILE_TYPE)) & REDUCED) !== 0
}

async function pointsBeyondEnd(tiff: Tiff): Promise<boolean> {
  const { picture, directory } = tiff
  for (const { end } of directory.fields.values()) if (end > picture.size) return true
  for (const { offsets, lengths } of PARTS) {
    const field = directory.fields.get(offsets)
    if (field && (await hasPartBeyondEnd(tiff, field, lengths))) return true
  }
  return false
}

/** Ignores parts of length 0: sparse files leave out blank tiles. */
async function hasPartBeyondEnd(tiff: Tiff, offsets: TiffField, lengths: number): Promise<boolean> {
  const { picture, layout } = tiff
  const maxLength = offsets.count === 1 ? await computeStripBytes(tiff) : Infinity
  for (let from = 0; from < Math.min(offsets.count, MAX_PARTS); from += PARTS_AT_ONCE) {
    const range = { from, most: PARTS_AT_ONCE }
    const starts = await readTiffNumbers(picture, layout, offsets, range)
    const sizes = await readNumbers(tiff, lengths, range)
    const beyond = starts.some((start, index) => {
      const length = Math.min(sizes[index] ?? 1, maxLength)
      return length > 0 && start + length > picture.size
    })
    if (beyond) return true
  }
  return false
}

/** Some programs write a wrong byte count for a single uncompressed strip. Decoders ignore it. */
async function computeStripBytes(tiff: Tiff): Promise<number> {
  if ((await readNumber(tiff, COMPRESSION, UNCOMPRESSED)) !== UNCOMPRESSED) return Infinity
  const width = await readNumber(tiff, WIDTH)
  const height = await readNumber(tiff, HEIGHT)
  const bits = await readNumber(tiff, BITS_PER_SAMPLE, 1)
  const samples = await readNumber(tiff, SAMPLES_PER_PIXEL, 1)
  return Math.ceil((width * bits * samples) / 8) * height
}

async function readNumber(tiff: Tiff, tag: number, fallback = 0): Promise<number> {
  const [value = fallback] = await readNumbers(tiff, tag, { most: 1 })
  return value
}

async function readNumbers(
  { picture, layout, directory }: Tiff,
  tag: number,
  range: { from?: number; most: number },
): Promise<number[]> {
  const field = directory.fields.get(tag)
  return field === undefined ? [] : await readTiffNumbers(picture, layout, field, range)
}
