/** Writes TIFF 6.0 and BigTIFF files in which every number can be wrong. */

export const SHORT = 3
export const LONG = 4
export const LONG8 = 16

const TYPE_BYTES: Record<number, number> = {
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

export interface Tag {
  tag: number
  type: number
  /** The values, given the offset of the data. */
  values: (dataAt: number) => number[]
  /** A wrong count of values. */
  count?: number
}

export interface TiffFile {
  order?: 'II' | 'MM'
  big?: boolean
  tags: Tag[]
  data?: Buffer
  /** Offset of the next directory. */
  next?: number
}

export function tag(number: number, type: number, ...values: number[]): Tag {
  return { tag: number, type, values: () => values }
}

/** A tag such as StripOffsets, with offsets relative to the data. */
export function place(number: number, type: number, ...offsets: number[]): Tag {
  return { tag: number, type, values: (dataAt) => offsets.map((offset) => dataAt + offset) }
}

const CLASSIC = { header: 8, count: 2, entry: 12, inline: 4 }
const BIG = { header: 16, count: 8, entry: 20, inline: 8 }

/** Header, directory, values that do not fit into it, data. */
export function tiffFile({ order = 'II', big = false, tags, next = 0, ...rest }: TiffFile): Buffer {
  const sizes = big ? BIG : CLASSIC
  const outside = tags.map((tag) => bytesOf(tag)).filter((length) => length > sizes.inline)
  const valuesAt = sizes.header + sizes.count + tags.length * sizes.entry + sizes.inline
  const dataAt = valuesAt + outside.reduce((sum, length) => sum + length, 0)
  const bytes = Buffer.alloc(dataAt)
  const put = writerInto(bytes, order)
  putHeader(bytes, put, { order, big })
  put(sizes.header, sizes.count, tags.length)
  let outsideAt = valuesAt
  for (const [index, given] of tags.entries()) {
    const at = sizes.header + sizes.count + index * sizes.entry
    const isInside = bytesOf(given) <= sizes.inline
    putEntry(put, given, {
      at,
      inline: sizes.inline,
      dataAt,
      outsideAt: isInside ? undefined : outsideAt,
    })
    if (!isInside) outsideAt += bytesOf(given)
  }
  put(sizes.header + sizes.count + tags.length * sizes.entry, sizes.inline, next)
  return Buffer.concat([bytes, rest.data ?? Buffer.alloc(0)])
}

function putHeader(bytes: Buffer, put: Put, { order, big }: { order: string; big: boolean }): void {
  const { header, inline } = big ? BIG : CLASSIC
  bytes.write(order, 'latin1')
  put(2, 2, big ? 43 : 42)
  if (big) put(4, 2, 8)
  put(inline, inline, header)
}

type Put = (at: number, width: number, value: number) => void

function writerInto(bytes: Buffer, order: 'II' | 'MM'): Put {
  return (at, width, value) => {
    const little = Buffer.alloc(8)
    little.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)))
    const part = little.subarray(0, width)
    bytes.set(order === 'II' ? part : part.reverse(), at)
  }
}

interface EntryPlace {
  at: number
  /** Number of bytes that fit into the entry. */
  inline: number
  dataAt: number
  /** Offset of values that do not fit into the entry. */
  outsideAt?: number
}

function putEntry(put: Put, given: Tag, { at, inline, dataAt, outsideAt }: EntryPlace): void {
  const values = given.values(dataAt)
  const width = widthOf(given)
  put(at, 2, given.tag)
  put(at + 2, 2, given.type)
  put(at + 4, inline, given.count ?? values.length)
  if (outsideAt !== undefined) put(at + 4 + inline, inline, outsideAt)
  const valueAt = outsideAt ?? at + 4 + inline
  for (const [index, value] of values.entries()) put(valueAt + index * width, width, value)
}

function widthOf({ type }: Tag): number {
  return TYPE_BYTES[type] ?? 1
}

function bytesOf(tag: Tag): number {
  return tag.values(0).length * widthOf(tag)
}

export interface TiffPicture {
  width: number
  height: number
  bits: number
  samples: number
  /** 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK. */
  photometric: number
  pixels: Buffer
}

/** Returns the tags of a picture in one uncompressed strip, with others replaced or added. */
export function pictureTags(picture: TiffPicture, ...others: Tag[]): Tag[] {
  const { width, height, bits, samples, photometric, pixels } = picture
  const usual = [
    tag(256, LONG, width),
    tag(257, LONG, height),
    tag(258, SHORT, ...Array<number>(samples).fill(bits)),
    tag(259, SHORT, 1),
    tag(262, SHORT, photometric),
    place(273, LONG, 0),
    tag(277, SHORT, samples),
    tag(278, LONG, height),
    tag(279, LONG, pixels.length),
  ]
  const kept = usual.filter(({ tag }) => others.every((other) => other.tag !== tag))
  return [...kept, ...others].sort((a, b) => a.tag - b.tag)
}

/** Packs rows of samples as in a TIFF: each row begins with a new byte, in the given byte order. */
export function packed(
  rows: readonly (readonly number[])[],
  bits: number,
  order: 'II' | 'MM' = 'II',
): Buffer {
  return Buffer.concat(rows.map((row) => packedRow(row, bits, order)))
}

function packedRow(row: readonly number[], bits: number, order: 'II' | 'MM'): Buffer {
  if (bits === 16 || bits === 32) {
    const bytes = Buffer.alloc((row.length * bits) / 8)
    for (const [index, value] of row.entries())
      if (bits === 16)
        if (order === 'II') bytes.writeUInt16LE(value, index * 2)
        else bytes.writeUInt16BE(value, index * 2)
      else bytes.writeUInt32LE(value, index * 4)
    return bytes
  }
  const bytes = Buffer.alloc(Math.ceil((row.length * bits) / 8))
  for (const [index, value] of row.entries()) {
    const at = index * bits
    for (let bit = 0; bit < bits; bit += 1)
      if ((value >> (bits - 1 - bit)) & 1) bytes[(at + bit) >> 3]! |= 0x80 >> ((at + bit) & 7)
  }
  return bytes
}

/** Returns rows with the samples of the quarters: top left, top right, bottom left, bottom right. */
export function quarterRows(
  quarters: readonly (readonly number[])[],
  width = 96,
  height = 64,
): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => quarters[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!,
    ).flat(),
  )
}
