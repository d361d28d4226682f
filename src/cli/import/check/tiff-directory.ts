import type { OpenPicture } from './open-picture.ts'

const MAX_FIELDS = 4096

/** Bytes of a value by its type: TIFF 6.0, section 2; technical note 1 (IFD); BigTIFF design of 2004. */
const VALUE_BYTES: Partial<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

/** How numbers and directories are written in one file. */
export interface TiffLayout {
  isLittleEndian: boolean
  /** Sizes in bytes of the parts of a directory. */
  count: 2 | 8
  field: 12 | 20
  offset: 4 | 8
}

export interface TiffField {
  type: number
  count: number
  /** Where its values begin. */
  at: number
  /** Just after its values. */
  end: number
}

export interface TiffDirectory {
  fields: ReadonlyMap<number, TiffField>
  /** Where the next one is; 0 when this is the last. */
  next: number
}

/** Layout of the file, and where its first directory is. */
export function readTiffHeader({ head }: OpenPicture): { layout: TiffLayout; first: number } {
  const isLittleEndian = head[0] === 0x49
  const big = head[isLittleEndian ? 2 : 3] === 0x2b
  const layout: TiffLayout = big
    ? { isLittleEndian, count: 8, field: 20, offset: 8 }
    : { isLittleEndian, count: 2, field: 12, offset: 4 }
  return { layout, first: readUnsigned(head.subarray(big ? 8 : 4), layout.offset, isLittleEndian) }
}

/** @returns `truncated` when the file ends before the directory does, undefined when there is none */
export async function readTiffDirectory(
  picture: OpenPicture,
  layout: TiffLayout,
  at: number,
): Promise<TiffDirectory | 'truncated' | undefined> {
  const { isLittleEndian, count, field, offset } = layout
  const counted = await picture.bytesAt(at, count)
  if (counted.length < count) return 'truncated'
  const total = readUnsigned(counted, count, isLittleEndian)
  if (total === 0 || total > MAX_FIELDS) return undefined
  const fields = new Map<number, TiffField>()
  const start = at + count
  for (let index = 0; index < total; index += 1) {
    const bytes = await picture.bytesAt(start + index * field, field)
    if (bytes.length < field) return 'truncated'
    const [tag, read] = readField(bytes, start + index * field, layout)
    fields.set(tag, read)
  }
  const bytes = await picture.bytesAt(start + total * field, offset)
  if (bytes.length < offset) return 'truncated'
  return { fields, next: readUnsigned(bytes, offset, isLittleEndian) }
}

/** Values that fit stand in the field itself, others where it says. */
function readField(
  bytes: Buffer,
  fieldAt: number,
  { isLittleEndian, offset }: TiffLayout,
): [tag: number, field: TiffField] {
  const type = readUnsigned(bytes.subarray(2), 2, isLittleEndian)
  const count = readUnsigned(bytes.subarray(4), offset, isLittleEndian)
  const length = count * (VALUE_BYTES[type] ?? 0)
  const inside = 4 + offset
  const at =
    length <= offset
      ? fieldAt + inside
      : readUnsigned(bytes.subarray(inside), offset, isLittleEndian)
  return [readUnsigned(bytes, 2, isLittleEndian), { type, count, at, end: at + length }]
}

/** Whole numbers of a field, from one of them on. */
export async function readTiffNumbers(
  picture: OpenPicture,
  { isLittleEndian }: TiffLayout,
  { type, count, at }: TiffField,
  { from = 0, most }: { from?: number; most: number },
): Promise<number[]> {
  const width = VALUE_BYTES[type]
  if (width !== 1 && width !== 2 && width !== 4 && width !== 8) return []
  const wanted = Math.max(0, Math.min(most, count - from))
  const bytes = await picture.bytesAt(at + from * width, wanted * width)
  const there = Math.min(wanted, Math.floor(bytes.length / width))
  return Array.from({ length: there }, (_, index) =>
    readUnsigned(bytes.subarray(index * width), width, isLittleEndian),
  )
}

function readUnsigned(bytes: Buffer, length: 1 | 2 | 4 | 8, isLittleEndian: boolean): number {
  if (bytes.length < length) return 0
  if (length === 8)
    return Number(isLittleEndian ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE())
  return isLittleEndian ? bytes.readUIntLE(0, length) : bytes.readUIntBE(0, length)
}
