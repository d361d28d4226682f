import type { OpenPicture } from './read-head.ts'

const NEW_SUBFILE_TYPE = 254
/** TIFF 6.0, section 8: bit 0 of NewSubfileType marks a reduced version of another picture in the file. */
const REDUCED = 1
const MAX_DIRECTORIES = 1000
const MAX_FIELDS = 4096

/** Sizes in bytes of the parts of a directory (TIFF 6.0, section 2; BigTIFF design of 2004). */
interface Layout {
  big: boolean
  count: 2 | 8
  field: 12 | 20
  offset: 4 | 8
}

/** The pictures in a TIFF, counted from its directories; smaller versions of one don't count. */
export async function countTiffPages(picture: OpenPicture): Promise<number> {
  const { head } = picture
  const little = head[0] === 0x49
  const big = head[little ? 2 : 3] === 0x2b
  const layout: Layout = big
    ? { big, count: 8, field: 20, offset: 8 }
    : { big, count: 2, field: 12, offset: 4 }
  const seen = new Set<number>()
  let pages = 0
  let at = unsigned(head.subarray(big ? 8 : 4), layout.offset, little)
  while (at > 0 && !seen.has(at) && seen.size < MAX_DIRECTORIES) {
    seen.add(at)
    const directory = await readDirectory(picture, at, layout, little)
    if (directory === undefined) break
    if (!directory.reduced) pages += 1
    at = directory.next
  }
  return pages
}

async function readDirectory(
  picture: OpenPicture,
  at: number,
  layout: Layout,
  little: boolean,
): Promise<{ reduced: boolean; next: number } | undefined> {
  const counted = await readAt(picture, at, layout.count)
  const fields = counted && unsigned(counted, layout.count, little)
  if (fields === undefined || fields > MAX_FIELDS) return undefined
  const bytes = await readAt(picture, at + layout.count, fields * layout.field + layout.offset)
  if (bytes === undefined) return undefined
  let reduced = false
  for (let start = 0; start < fields * layout.field; start += layout.field) {
    const tag = unsigned(bytes.subarray(start), 2, little)
    const value = unsigned(bytes.subarray(start + (layout.big ? 12 : 8)), 4, little)
    if (tag === NEW_SUBFILE_TYPE) reduced = (value & REDUCED) !== 0
  }
  return { reduced, next: unsigned(bytes.subarray(fields * layout.field), layout.offset, little) }
}

async function readAt(
  { file, head }: OpenPicture,
  position: number,
  length: number,
): Promise<Buffer | undefined> {
  if (position + length <= head.length) return head.subarray(position, position + length)
  if (!Number.isSafeInteger(position)) return undefined
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return bytesRead === length ? buffer : undefined
}

function unsigned(bytes: Buffer, length: 2 | 4 | 8, little: boolean): number {
  if (bytes.length < length) return 0
  if (length === 8) return Number(little ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE())
  return little ? bytes.readUIntLE(0, length) : bytes.readUIntBE(0, length)
}
