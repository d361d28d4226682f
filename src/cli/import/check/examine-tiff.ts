import type { OpenPicture } from './open-picture.ts'
import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
  type TiffDirectory,
  type TiffField,
  type TiffLayout,
} from './tiff-directory.ts'

// Tags of TIFF 6.0, and SubIFDs of technical note 1.
const NEW_SUBFILE_TYPE = 254
const WIDTH = 256
const HEIGHT = 257
const BITS_PER_SAMPLE = 258
const COMPRESSION = 259
const SAMPLES_PER_PIXEL = 277
const SUB_DIRECTORIES = 330
/** Where the parts of the picture are, and how long: as strips, or as tiles. */
const PARTS = [
  { offsets: 273, lengths: 279 },
  { offsets: 324, lengths: 325 },
]

/** TIFF 6.0, section 8: bit 0 of NewSubfileType marks a reduced version of another picture in the file. */
const REDUCED = 1
const UNCOMPRESSED = 1
const MAX_DIRECTORIES = 1000
const PARTS_AT_ONCE = 4096
/** As many as a picture of a million pixels squared has in tiles of 1024. */
const MAX_PARTS = 1024 ** 2

export interface TiffExamination {
  /** Pictures in the file; smaller versions of one don't count. */
  pages: number
  /** Whether anything that the file refers to lies beyond its end. */
  isTruncated: boolean
}

/** Looks through all directories of a TIFF, and at where the parts of its pictures are, but at no pixel. */
export async function examineTiff(picture: OpenPicture): Promise<TiffExamination> {
  const { layout, first } = readTiffHeader(picture)
  const seen = new Set([0])
  const waiting: DirectoryEntry[] = [{ at: first, isMain: true }]
  const found: TiffExamination = { pages: 0, isTruncated: picture.size < 2 * layout.offset }
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (seen.has(place.at) || seen.size > MAX_DIRECTORIES) continue
    seen.add(place.at)
    const directory = await readTiffDirectory(picture, layout, place.at)
    if (directory === 'truncated') found.isTruncated = true
    else if (directory && isPicture(directory)) {
      waiting.push(...(await examinePicture({ picture, layout, directory }, place, found)))
    }
  }
  return found
}

interface DirectoryEntry {
  at: number
  /** Whether it is one of the chain of pages, and not below another. */
  isMain: boolean
}

/** @returns the directories that it leads to */
async function examinePicture(
  tiff: Tiff,
  { isMain }: DirectoryEntry,
  found: TiffExamination,
): Promise<DirectoryEntry[]> {
  if (isMain && !(await isReduced(tiff))) found.pages += 1
  found.isTruncated ||= await pointsBeyondEnd(tiff)
  const below = await readNumbers(tiff, SUB_DIRECTORIES, { most: MAX_DIRECTORIES })
  const places = below.map((at) => ({ at, isMain: false }))
  return isMain ? [...places, { at: tiff.directory.next, isMain }] : places
}

interface Tiff {
  picture: OpenPicture
  layout: TiffLayout
  directory: TiffDirectory
}

/** Some programs leave a wrong address after the last directory; what lies there is none. */
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
    const places = directory.fields.get(offsets)
    if (places && (await hasPartBeyondEnd(tiff, places, lengths))) return true
  }
  return false
}

/** A part without bytes is one that was never written, which some programs take for a blank one. */
async function hasPartBeyondEnd(tiff: Tiff, places: TiffField, lengths: number): Promise<boolean> {
  const { picture, layout } = tiff
  const most = places.count === 1 ? await computeStripBytes(tiff) : Infinity
  for (let from = 0; from < Math.min(places.count, MAX_PARTS); from += PARTS_AT_ONCE) {
    const range = { from, most: PARTS_AT_ONCE }
    const starts = await readTiffNumbers(picture, layout, places, range)
    const sizes = await readNumbers(tiff, lengths, range)
    const beyond = starts.some((start, index) => {
      const length = Math.min(sizes[index] ?? 1, most)
      return length > 0 && start + length > picture.size
    })
    if (beyond) return true
  }
  return false
}

/** Programs are known to write a wrong length for a picture in one uncompressed strip; decoders ignore it. */
async function computeStripBytes(tiff: Tiff): Promise<number> {
  if ((await readNumber(tiff, COMPRESSION, UNCOMPRESSED)) !== UNCOMPRESSED) return Infinity
  const width = await readNumber(tiff, WIDTH)
  const height = await readNumber(tiff, HEIGHT)
  const bits = await readNumber(tiff, BITS_PER_SAMPLE, 1)
  const samples = await readNumber(tiff, SAMPLES_PER_PIXEL, 1)
  return Math.ceil((width * bits * samples) / 8) * height
}

async function readNumber(tiff: Tiff, tag: number, usual = 0): Promise<number> {
  const [value = usual] = await readNumbers(tiff, tag, { most: 1 })
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
