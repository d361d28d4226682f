import { open } from 'node:fs/promises'
import { decodeText, decodeUtf8 } from '../model/decode-text.ts'
import { formatStatedPosition, type StatedPosition } from '../model/geometry/stated-position.ts'
import { parseXmpPosition, readGpsPosition } from '../model/gps-position.ts'
import { cleanLine } from '../model/text.ts'
import { readXmpProperties } from '../model/xmp.ts'
import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
  type ByteSource,
  type TiffDirectory,
} from '../model/tiff-directory.ts'

/**
 * Facts about the making of a file, from its metadata. Nothing else is read from it: no serial number, no name. Each is
 * null if the file lacks it.
 */
export interface FileFacts {
  /** Maker and model of the camera or scanner, at most 100 characters. */
  camera: string | null
  /** The day on which it was photographed or scanned, such as `2019-05-04`. */
  capturedOn: string | null
  /** Position of the camera, as `formatStatedPosition` writes it. */
  position: string | null
}

// Tags of Exif 3.0, section 4.6.
const MAKE = 0x010f
const MODEL = 0x0110
const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const DATE_TIME_DIGITIZED = 0x9004

/** Longer names are no names of cameras. */
const MAX_NAME_BYTES = 100
const MAX_CAMERA = 100

const NOTHING: FileFacts = { camera: null, capturedOn: null, position: null }

/** The metadata blocks of a picture, each undefined if it has none. */
interface MetadataBlocks {
  /** With or without its signature. */
  exif?: Buffer | undefined
  /** The packet of XMP. */
  xmp?: Buffer | undefined
}

/**
 * Reads the facts from the EXIF block of a picture, or from a TIFF file, whose directories have the same form. What
 * these do not tell is read from XMP, which programs write that do not keep EXIF.
 */
export async function readFileFacts(
  file: { path: string; contentType: string },
  { exif, xmp }: MetadataBlocks,
): Promise<FileFacts> {
  const facts = await readExifFacts(file, exif)
  const others = Object.values(facts).includes(null) ? readXmpFacts(xmp) : NOTHING
  return {
    camera: facts.camera ?? others.camera,
    capturedOn: facts.capturedOn ?? others.capturedOn,
    position: facts.position ?? others.position,
  }
}

async function readExifFacts(
  { path, contentType }: { path: string; contentType: string },
  exif: Buffer | undefined,
): Promise<FileFacts> {
  try {
    if (contentType !== 'image/tiff') return exif ? await readFacts(toSource(exif)) : NOTHING
    await using file = await open(path)
    const head = await readPart(file, 0)
    return await readFacts({ head, bytesAt: (position) => readPart(file, position) })
  } catch {
    // A picture without facts is as good as one with a damaged block.
    return NOTHING
  }
}

const XMP_PROPERTIES = [
  'Make',
  'Model',
  'DateTimeOriginal',
  'DateTimeDigitized',
  'CreateDate',
  'GPSLatitude',
  'GPSLongitude',
] as const

/** Longer packets contain pictures or the history of the file. */
const MAX_XMP_BYTES = 1024 ** 2

function readXmpFacts(xmp: Buffer | undefined): FileFacts {
  if (xmp === undefined || xmp.length > MAX_XMP_BYTES) return NOTHING
  try {
    const values = readXmpProperties(decodeUtf8(xmp) ?? '', XMP_PROPERTIES)
    const read = (name: (typeof XMP_PROPERTIES)[number]): string => {
      const [text = ''] = values.get(name) ?? []
      return Buffer.byteLength(text) > MAX_NAME_BYTES ? '' : cleanLine(text).trim()
    }
    const days = [read('DateTimeOriginal'), read('DateTimeDigitized'), read('CreateDate')]
    return {
      camera: joinName(read('Make'), read('Model')),
      capturedOn: days.map(parseDay).find((day) => day !== null) ?? null,
      position: toText(parseXmpPosition(read('GPSLatitude'), read('GPSLongitude'))),
    }
  } catch {
    return NOTHING
  }
}

const SIGNATURE = Buffer.from('Exif\0\0', 'latin1')

function toSource(exif: Buffer): ByteSource {
  const isSigned = exif.subarray(0, SIGNATURE.length).equals(SIGNATURE)
  const block = isSigned ? exif.subarray(SIGNATURE.length) : exif
  const bytesAt = (position: number) => Promise.resolve(block.subarray(position))
  return { head: block, bytesAt }
}

/** Longer than any field that is read. */
const PART_BYTES = 256

async function readPart(file: Awaited<ReturnType<typeof open>>, position: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, position)
  return buffer.subarray(0, bytesRead)
}

async function readFacts(source: ByteSource): Promise<FileFacts> {
  const { layout, first } = readTiffHeader(source)
  const read = async (at: number): Promise<TiffDirectory | undefined> => {
    const directory = await readTiffDirectory(source, layout, at)
    return directory === 'truncated' ? undefined : directory
  }
  const main = await read(first)
  const pointer = main?.fields.get(EXIF_DIRECTORY)
  const [at] = pointer ? await readTiffNumbers(source, layout, pointer, { most: 1 }) : []
  const exif = at === undefined ? undefined : await read(at)
  const original = await readText(source, exif, DATE_TIME_ORIGINAL)
  const digitized = await readText(source, exif, DATE_TIME_DIGITIZED)
  return {
    camera: joinName(await readText(source, main, MAKE), await readText(source, main, MODEL)),
    capturedOn: parseDay(original) ?? parseDay(digitized),
    position: toText(main && (await readGpsPosition({ source, layout }, main))),
  }
}

async function readText(
  source: ByteSource,
  directory: TiffDirectory | undefined,
  tag: number,
): Promise<string> {
  const field = directory?.fields.get(tag)
  const length = field ? field.end - field.at : 0
  if (!field || length <= 0 || length > MAX_NAME_BYTES) return ''
  const bytes = await source.bytesAt(field.at, length)
  return cleanLine(decodeText(bytes.subarray(0, length))).trim()
}

function toText(position: StatedPosition | undefined): string | null {
  return position ? formatStatedPosition(position) : null
}

/** Most models begin with the name of their maker. */
function joinName(make: string, model: string): string | null {
  const [brand = ''] = make.toLowerCase().split(' ')
  const name = model.toLowerCase().startsWith(brand) && model !== '' ? model : `${make} ${model}`
  return Array.from(name.trim()).slice(0, MAX_CAMERA).join('').trim() || null
}

const DAY = /^(\d{4})([:\-])(\d{2})\2(\d{2})(?:[ T]|$)/v

/** Parses `2019:05:04 10:22:31`, or `2019-05-04T10:22:31` as XMP has it. @returns null for anything else, and for days that do not exist */
function parseDay(text: string): string | null {
  const [, year, , month, day] = DAY.exec(text) ?? []
  if (year === undefined || year === '0000') return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const written = `${year}-${month}-${day}`
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null
}
