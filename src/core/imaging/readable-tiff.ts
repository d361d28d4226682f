import { chmod, copyFile, open } from 'node:fs/promises'
import { readTiffDirectory, readTiffHeader } from '../model/tiff-directory.ts'
import {
  CIELAB,
  hasOtherChannels,
  isFloatingLab,
  isGrayTiff,
  isLabToConvert,
  isNeedlesslyPlanar,
  MAX_CHANNELS,
  PHOTOMETRIC,
  PLANAR_CONFIGURATION,
  readTiffSamples,
  RGB,
  type TiffSamples,
} from '../model/tiff-samples.ts'
import { PRIVATE_FILE } from '../storage/modes.ts'
import { openPicture, type SharpOptions, type Strictness } from './sharp.ts'
import { createWindowedReader } from './windowed-reader.ts'

/** Reads how a TIFF stores its pixels; undefined if its directory is invalid. */
export async function readSamplesOfTiff(path: string): Promise<TiffSamples | undefined> {
  await using file = await open(path)
  return await readTiffSamples(await openTiff(createWindowedReader(file)))
}

interface TiffConversion {
  original: string
  /** Paths of the files that are written. */
  source: string
  output: string
  maxPixels: number
  strictness: Strictness
}

/**
 * Writes a copy if the decoder does not read the file as it is: with the colors alone if it would take another channel
 * for transparency, or with tags that it understands.
 * @returns whether it wrote one
 */
export async function convertTiff(conversion: TiffConversion): Promise<boolean> {
  const { original, source, output } = conversion
  const samples = await readSamplesOfTiff(original)
  if (!samples) return false
  if (isLabToConvert(samples)) {
    await copyWritable(original, source)
    await setTag(source, PHOTOMETRIC, RGB)
    // From 8 to 16 bits, a sample is multiplied by 256, as the scale of each channel is in CIELab.
    await writeColors(source, 'rgb16', conversion, { ignoreIcc: true })
    await setTag(output, PHOTOMETRIC, CIELAB)
    return true
  }
  if (isNeedlesslyPlanar(samples)) {
    await copyWritable(original, output)
    await setTag(output, PLANAR_CONFIGURATION, 1)
    return true
  }
  if (isFloatingLab(samples)) {
    await writeColors(original, 'lab', conversion, { ignoreIcc: true })
    return true
  }
  if (!hasOtherChannels(samples)) return false
  await writeColors(original, isGrayTiff(samples) ? 'b-w' : 'srgb', conversion)
  return true
}

/** Programs often do not declare further channels, of which libtiff warns. */
async function writeColors(
  input: string,
  space: 'b-w' | 'srgb' | 'rgb16' | 'lab',
  { output, maxPixels, strictness }: TiffConversion,
  options: SharpOptions = {},
): Promise<void> {
  await openPicture(input, maxPixels, strictness === 'lenient' ? 'lenient' : 'warned', {
    ...options,
    limitInputChannels: MAX_CHANNELS,
  })
    .removeAlpha()
    .toColourspace(space)
    .keepXmp()
    .tiff({ compression: 'none', bigtiff: true })
    .toFile(output)
}

/** A copy has the mode of the original, which may be write-protected. */
async function copyWritable(original: string, copy: string): Promise<void> {
  await copyFile(original, copy)
  await chmod(copy, PRIVATE_FILE)
}

/** Replaces an integer of any width by one below 256. */
async function setTag(path: string, tag: number, value: number): Promise<void> {
  await using file = await open(path, 'r+')
  const source = await openTiff(createWindowedReader(file))
  const { layout, first } = readTiffHeader(source)
  const directory = await readTiffDirectory(source, layout, first)
  const field = typeof directory === 'object' ? directory.fields.get(tag) : undefined
  if (!field) return
  const { at, end, count } = field
  const bytes = Buffer.alloc((end - at) / count)
  bytes[layout.isLittleEndian ? 0 : bytes.length - 1] = value
  await file.write(bytes, 0, bytes.length, at)
}

async function openTiff(read: ReturnType<typeof createWindowedReader>) {
  return { head: await read(0, 16), bytesAt: read }
}
