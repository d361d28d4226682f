import { createHash } from 'node:crypto'
import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import type { OpenPicture } from '../../import/check/open-picture.ts'
import type { MetadataBlocks } from '../../import/check/metadata-blocks.ts'
import { findBlocks } from '../../import/check/find-metadata-blocks.ts'
import { completeIptc } from './metadata/complete-iptc.ts'
import type { FileMetadata } from './metadata/file-metadata.ts'
import { readExif } from './metadata/read-exif.ts'
import { readIptc, type IptcMetadata } from './metadata/read-iptc.ts'
import { readSidecar } from './metadata/read-sidecar.ts'
import { readXmp } from './metadata/read-xmp.ts'
import { createMetadataDecoder } from './metadata/text-decoder.ts'
import type { Warning } from './warning.ts'

export const METADATA_KINDS = ['exif', 'iptc', 'xmp'] as const
export type MetadataKind = (typeof METADATA_KINDS)[number]

/** Metadata of an image, by kind. */
export interface ImageMetadata {
  kinds: Partial<Record<MetadataKind, FileMetadata>>
  warnings: Warning[]
  /** Path of the XMP file that was read. */
  sidecar?: string
}

export interface MetadataOptions {
  /** Path of the image, beside which an XMP file may be. */
  path: string
  /** Kinds that are used, in order of preference. */
  kinds: readonly MetadataKind[]
  /** Encoding of texts that are not UTF-8; guessed if it is undefined. */
  encoding?: string | undefined
}

/** Reads the metadata of a JPEG, PNG, TIFF or WebP file. A damaged block does not affect the others. */
export async function readMetadata(
  format: PictureFormatName,
  picture: OpenPicture,
  { path, kinds, encoding }: MetadataOptions,
): Promise<ImageMetadata> {
  const blocks = await findBlocks(format, picture)
  const decoder = createMetadataDecoder(encoding)
  const warnings: Warning[] = []
  const read = async <Block, Result>(
    name: string,
    block: Block | undefined,
    parse: (block: Block) => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return block === undefined ? undefined : await parse(block)
    } catch (error) {
      const message = `The ${name} cannot be read: ${(error as Error).message}.`
      warnings.push({ code: 'metadata.unreadable', message })
      return undefined
    }
  }
  const exif = await read('EXIF data', blocks.exif, (block) => readExif(block, decoder))
  const iptc = await read('IPTC data', blocks.iptc, (block) => readIptc(block, decoder))
  const embedded = await read('XMP data', blocks.xmp, readXmp)
  const sidecar = await read('XMP file', path, readSidecar)
  const beside = await read('XMP file', sidecar?.packet, readXmp)
  const xmp = beside ? { ...embedded, ...beside } : embedded
  const found: ImageMetadata['kinds'] = { ...(exif && { exif }), ...(xmp && { xmp }) }
  if (iptc) found.iptc = complete(iptc, { found, blocks, embedded, kinds }, warnings)
  if (decoder.warning) warnings.push(decoder.warning)
  return { kinds: found, warnings, ...(sidecar && { sidecar: sidecar.path }) }
}

interface Found {
  found: ImageMetadata['kinds']
  blocks: MetadataBlocks
  embedded: FileMetadata | undefined
  kinds: readonly MetadataKind[]
}

function complete(
  iptc: IptcMetadata,
  { found, blocks, embedded, kinds }: Found,
  warnings: Warning[],
): FileMetadata {
  const at = kinds.indexOf('iptc')
  if (at < 0) return iptc
  const list = (some: readonly MetadataKind[]): FileMetadata[] =>
    some.flatMap((kind) => (kind === 'iptc' ? [] : (found[kind] ?? [])))
  const isSynchronized = kinds.includes('xmp') && matchesDigest(blocks)
  const others = {
    preferred: list(kinds.slice(0, at)),
    others: list(kinds),
    ...(isSynchronized && { synchronized: embedded }),
  }
  return completeIptc(iptc, others, warnings)
}

/** Programs pad IPTC data to four bytes. */
const MAX_PADDING = 3

/** Whether the IPTC data are the same as when XMP was last written. */
function matchesDigest({ iptc, iptcDigest }: MetadataBlocks): boolean {
  if (!iptc || !iptcDigest) return false
  return Array.from({ length: MAX_PADDING + 1 }, (_, padding) =>
    iptc.subarray(0, iptc.length - padding),
  ).some((block) => createHash('md5').update(block).digest().equals(iptcDigest))
}
