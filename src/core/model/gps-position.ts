import { normalizeDirection } from './geometry/direction.ts'
import type { StatedPosition } from './geometry/stated-position.ts'
import {
  readTiffDirectory,
  readTiffNumbers,
  type ByteSource,
  type TiffDirectory,
  type TiffLayout,
} from './tiff-directory.ts'

// Tags of Exif 3.0, section 4.6.6.
const GPS_DIRECTORY = 0x8825
const LATITUDE = { reference: 1, value: 2, letters: 'NS' }
const LONGITUDE = { reference: 3, value: 4, letters: 'EW' }
const IMAGE_DIRECTION = { reference: 16, value: 17 }
/** A direction may also be magnetic, which differs by up to a right angle. */
const TRUE_NORTH = 'T'
const RATIONAL = 5

/** An open file with EXIF data. */
interface TiffSource {
  source: ByteSource
  layout: TiffLayout
}

/** Reads the position from the GPS data of a TIFF directory, which is the first one of EXIF data. */
export async function readGpsPosition(
  file: TiffSource,
  { fields }: TiffDirectory,
): Promise<StatedPosition | undefined> {
  const pointer = fields.get(GPS_DIRECTORY)
  const { source, layout } = file
  const [at] = pointer ? await readTiffNumbers(source, layout, pointer, { most: 1 }) : []
  const gps = at === undefined ? undefined : await readTiffDirectory(source, layout, at)
  if (gps === undefined || gps === 'truncated') return undefined
  const position = toGpsPosition(
    await readAngle(file, gps, LATITUDE),
    await readAngle(file, gps, LONGITUDE),
  )
  return position && { ...position, direction: await readDirection(file, gps) }
}

/** Reads the position from the texts of XMP: `47,33.576N` or `47,33,34N` (Exif 2.3 for XMP, section 6). */
export function parseXmpPosition(latitude = '', longitude = ''): StatedPosition | undefined {
  const position = toGpsPosition(parseAngle(latitude, 'NS'), parseAngle(longitude, 'EW'))
  return position && { ...position, direction: null }
}

/** Undefined outside of the world, and at 0, 0, which cameras write without a fix. */
function toGpsPosition(latitude: number, longitude: number) {
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isValid && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : undefined
}

/** @returns NaN without a valid angle */
async function readAngle(
  file: TiffSource,
  gps: TiffDirectory,
  { reference, value, letters }: typeof LATITUDE,
): Promise<number> {
  const letter = await readLetter(file, gps, reference)
  const [degrees = NaN, minutes = 0, seconds = 0] = await readRationals(file, gps, value)
  return letters.includes(letter) ? toDegrees({ degrees, minutes, seconds, letter }) : NaN
}

async function readDirection(file: TiffSource, gps: TiffDirectory): Promise<number | null> {
  if ((await readLetter(file, gps, IMAGE_DIRECTION.reference)) !== TRUE_NORTH) return null
  const [degrees = NaN] = await readRationals(file, gps, IMAGE_DIRECTION.value)
  return degrees >= 0 && degrees <= 360 ? normalizeDirection(degrees) : null
}

async function readLetter({ source }: TiffSource, gps: TiffDirectory, tag: number) {
  const field = gps.fields.get(tag)
  const bytes = field && (await source.bytesAt(field.at, 1))
  return bytes?.toString('latin1', 0, 1).toUpperCase() || '-'
}

/** Reads up to three rational numbers. A denominator of 0 makes no number. */
async function readRationals(
  { source, layout }: TiffSource,
  gps: TiffDirectory,
  tag: number,
): Promise<number[]> {
  const field = gps.fields.get(tag)
  if (field?.type !== RATIONAL) return []
  const count = Math.min(3, field.count)
  const integers = { ...field, type: 4, count: count * 2 }
  const parts = await readTiffNumbers(source, layout, integers, { most: count * 2 })
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) =>
    parts.slice(index * 2, index * 2 + 2).reduce((over, under) => over / under),
  )
}

function parseAngle(text: string, letters: string): number {
  const match = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(text.trim())
  const [, degrees, minutes, seconds = 0, letter = '-'] = match ?? []
  if (!letters.includes(letter)) return NaN
  return toDegrees({
    degrees: Number(degrees),
    minutes: Number(minutes),
    seconds: Number(seconds),
    letter,
  })
}

interface Angle {
  degrees: number
  minutes: number
  seconds: number
  letter: string
}

function toDegrees({ degrees, minutes, seconds, letter }: Angle): number {
  return (/[SW]/.test(letter) ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600)
}
