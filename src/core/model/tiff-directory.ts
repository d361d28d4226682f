/** A file, or a block in memory, that is read in parts. */
export interface ByteSource {
  /** The first bytes, at least 16 unless there are fewer. */
  readonly head: Buffer
  /** Reads at least `minBytes` from a position, or fewer at the end. */
  bytesAt(position: number, minBytes: number): Promise<Buffer>
}

const MAX_FIELDS = 4096

/** Bytes per value by field type (TIFF 6.0, section 2; Technical Note 1; BigTIFF). */
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

/** Byte order and field sizes of a file. */
export interface TiffLayout {
  isLittleEndian: boolean
  /** Sizes in bytes: of the entry count, an entry, and an offset. */
  count: 2 | 8
  field: 12 | 20
  offset: 4 | 8
}

export interface TiffField {
  type: number
  count: number
  /** Offset of the first value. */
  at: number
  /** Offset after the last value. */
  end: number
}

export interface TiffDirectory {
  fields: ReadonlyMap<number, TiffField>
  /** All fields in their order, also repeated ones. */
  list: readonly TiffField[]
  /** Offset of the next directory; 0 if this is the last. */
  next: number
}

/** Reads the layout of the file and the offset of its first directory. */
export function readTiffHeader({ head }: ByteSource): { layout: TiffLayout; first: number } {
  const isLittleEndian = head[0] === 0x49
  const big = head[isLittleEndian ? 2 : 3] === 0x2b
  const layout: TiffLayout = big
    ? { isLittleEndian, count: 8, field: 20, offset: 8 }
    : { isLittleEndian, count: 2, field: 12, offset: 4 }
  return { layout, first: readUnsigned(head.subarray(big ? 8 : 4), layout.offset, isLittleEndian) }
}

/** @returns `truncated` if the file ends before the directory does, undefined if the directory is invalid */
export async function readTiffDirectory(
  picture: ByteSource,
  layout: TiffLayout,
  at: number,
): Promise<TiffDirectory | 'truncated' | undefined> {
  const { isLittleEndian, count, field, offset } = layout
  const countBytes = await picture.bytesAt(at, count)
  if (countBytes.length < count) return 'truncated'
  const total = readUnsigned(countBytes, count, isLittleEndian)
  if (total === 0 || total > MAX_FIELDS) return undefined
  const fields = new Map<number, TiffField>()
  const start = at + count
  const list: TiffField[] = []
  for (let index = 0; index < total; index += 1) {
    const bytes = await picture.bytesAt(start + index * field, field)
    if (bytes.length < field) return 'truncated'
    const [tag, parsed] = readField(bytes, start + index * field, layout)
    fields.set(tag, parsed)
    list.push(parsed)
  }
  const bytes = await picture.bytesAt(start + total * field, offset)
  if (bytes.length < offset) return 'truncated'
  return { fields, list, next: readUnsigned(bytes, offset, isLittleEndian) }
}

/** A field contains its values if they fit, else their offset. */
function readField(
  bytes: Buffer,
  fieldAt: number,
  { isLittleEndian, offset }: TiffLayout,
): [tag: number, field: TiffField] {
  const type = readUnsigned(bytes.subarray(2), 2, isLittleEndian)
  const count = readUnsigned(bytes.subarray(4), offset, isLittleEndian)
  const length = count * (VALUE_BYTES[type] ?? 0)
  const valueAt = 4 + offset
  const at =
    length <= offset
      ? fieldAt + valueAt
      : readUnsigned(bytes.subarray(valueAt), offset, isLittleEndian)
  return [readUnsigned(bytes, 2, isLittleEndian), { type, count, at, end: at + length }]
}

/** Reads up to `most` integers of a field, starting at index `from`. */
export async function readTiffNumbers(
  picture: ByteSource,
  { isLittleEndian }: TiffLayout,
  { type, count, at }: TiffField,
  { from = 0, most }: { from?: number; most: number },
): Promise<number[]> {
  const width = VALUE_BYTES[type]
  if (width !== 1 && width !== 2 && width !== 4 && width !== 8) return []
  const requested = Math.max(0, Math.min(most, count - from))
  const bytes = await picture.bytesAt(at + from * width, requested * width)
  const available = Math.min(requested, Math.floor(bytes.length / width))
  return Array.from({ length: available }, (_, index) =>
    readUnsigned(bytes.subarray(index * width), width, isLittleEndian),
  )
}

function readUnsigned(bytes: Buffer, length: 1 | 2 | 4 | 8, isLittleEndian: boolean): number {
  if (bytes.length < length) return 0
  if (length === 8)
    return Number(isLittleEndian ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE())
  return isLittleEndian ? bytes.readUIntLE(0, length) : bytes.readUIntBE(0, length)
}
