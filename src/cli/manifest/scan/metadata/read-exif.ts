import { TextDecoder } from 'node:util'
import type { OpenPicture } from '../../../import/check/open-picture.ts'
import { readGpsPosition } from '../../../../core/model/gps-position.ts'
import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
  type TiffDirectory,
  type TiffField,
  type TiffLayout,
} from '../../../../core/model/tiff-directory.ts'
import { readBlock } from '../../../import/check/metadata-blocks.ts'
import { addText, toDates, toEdtf, withoutBlanks, type FileMetadata } from './file-metadata.ts'
import type { MetadataDecoder } from './text-decoder.ts'

// Tags of Exif 3.0, section 4.6, and of Windows.
const IMAGE_DESCRIPTION = 0x010e
const MAKE = 0x010f
const MODEL = 0x0110
const SOFTWARE = 0x0131
const ARTIST = 0x013b
const COPYRIGHT = 0x8298
const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const DATE_TIME_DIGITIZED = 0x9004
const WINDOWS_TITLE = 0x9c9b
const WINDOWS_COMMENT = 0x9c9c
const WINDOWS_AUTHOR = 0x9c9d
const WINDOWS_KEYWORDS = 0x9c9e
const WINDOWS_SUBJECT = 0x9c9f

const MAX_TEXT_BYTES = 64 * 1024

/** Cameras and scanners write these, not people. */
const DEFAULT_DESCRIPTIONS = new Set([
  'dcim',
  'default',
  'digital camera',
  'exif_jpeg_picture',
  'kodak digital still camera',
  'minolta digital camera',
  'olympus digital camera',
  'samsung',
  'scanned image',
  'sony dsc',
])

/** Reads EXIF data, and the same fields of a TIFF file. Damaged parts are left out. */
export async function readExif(
  block: OpenPicture,
  decoder: MetadataDecoder,
): Promise<FileMetadata> {
  const { layout, first } = readTiffHeader(block)
  const main = await openDirectory({ block, layout, decoder }, first)
  if (!main) return {}
  const exif = await main.openSub(EXIF_DIRECTORY)
  return withoutBlanks({
    ...(await readCredits(main)),
    created: toDates([await exif?.text(DATE_TIME_ORIGINAL)]),
    digitized: toEdtf((await exif?.text(DATE_TIME_DIGITIZED)) ?? ''),
    position: await main.position(),
  })
}

async function readCredits(main: Directory): Promise<Parameters<typeof withoutBlanks>[0]> {
  const description = await main.text(IMAGE_DESCRIPTION)
  const isDefault = DEFAULT_DESCRIPTIONS.has(description?.toLowerCase() ?? '')
  const rights: string[] = []
  const device: string[] = []
  addText(rights, await main.text(COPYRIGHT))
  for (const tag of [MAKE, MODEL, SOFTWARE]) addText(device, await main.text(tag))
  const artist = await main.text(ARTIST)
  return {
    title: await main.wideText(WINDOWS_TITLE),
    description:
      (isDefault ? undefined : description) ??
      (await main.wideText(WINDOWS_COMMENT)) ??
      (await main.wideText(WINDOWS_SUBJECT)),
    creators: artist === undefined ? splitList(await main.wideText(WINDOWS_AUTHOR)) : [artist],
    keywords: splitList(await main.wideText(WINDOWS_KEYWORDS)),
    rights,
    device,
  }
}

/** Windows separates authors and keywords with semicolons. */
function splitList(text = ''): string[] {
  const values: string[] = []
  for (const value of text.split(';')) addText(values, value)
  return values
}

interface Directory {
  text(tag: number): Promise<string | undefined>
  /** Reads UTF-16, as Windows Explorer writes it. */
  wideText(tag: number): Promise<string | undefined>
  position(): Promise<FileMetadata['position']>
  openSub(tag: number): Promise<Directory | undefined>
}

/** EXIF data that are read. */
interface Source {
  block: OpenPicture
  layout: TiffLayout
  decoder: MetadataDecoder
}

async function openDirectory(source: Source, at: number): Promise<Directory | undefined> {
  const directory = await readTiffDirectory(source.block, source.layout, at)
  return directory === undefined || directory === 'truncated'
    ? undefined
    : toDirectory(source, directory)
}

function toDirectory(source: Source, directory: TiffDirectory): Directory {
  const { block, layout, decoder } = source
  const { fields } = directory
  const readBytes = async (tag: number): Promise<Buffer | undefined> => {
    const field: TiffField | undefined = fields.get(tag)
    const length = field ? field.end - field.at : 0
    return field && length <= MAX_TEXT_BYTES ? await readBlock(block, field.at, length) : undefined
  }
  return {
    async text(tag) {
      const bytes = await readBytes(tag)
      return (bytes && decoder.decode(bytes).trim()) || undefined
    },
    async wideText(tag) {
      const bytes = await readBytes(tag)
      const [text = ''] = bytes ? new TextDecoder('utf-16le').decode(bytes).split('\0') : []
      return text.trim() || undefined
    },
    position: () => readGpsPosition({ source: block, layout }, directory),
    async openSub(tag) {
      const field = fields.get(tag)
      const [at] = field ? await readTiffNumbers(block, layout, field, { most: 1 }) : []
      return at === undefined ? undefined : await openDirectory(source, at)
    },
  }
}
