import type { ReadBytes } from '../model/jpeg-segments.ts'

const MAX_BOXES = 100

/** More than the item locations that libheif accepts: 1,000 items with 32 extents. */
const MAX_LOCATION_BYTES = 1024 ** 2

/** Adds up the lengths of all items of an HEIF file: ISO/IEC 14496-12, 8.11.3. Invalid boxes end the search. */
export async function sumHeifItems(read: ReadBytes): Promise<number> {
  let sum = 0
  for await (const meta of listBoxes(read, 0, Infinity)) {
    if (meta.type !== 'meta') continue
    // Version and flags precede the boxes.
    for await (const box of listBoxes(read, meta.start + 4, meta.end))
      if (box.type === 'iloc') sum += sumExtents(await readBody(read, box))
  }
  return sum
}

interface Box {
  type: string
  /** Positions of the content. */
  start: number
  end: number
}

async function* listBoxes(read: ReadBytes, from: number, to: number): AsyncGenerator<Box> {
  let at = from
  for (let count = 0; count < MAX_BOXES && at < to; count += 1) {
    const head = await read(at, 16)
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length >= 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short
    // A length of zero marks the last box.
    const end = length === 0 ? to : at + length
    yield { type: head.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end }
    if (length < 8) return
    at = end
  }
}

/** Reads the content of a box in parts, because a read returns at most a window of the file. */
async function readBody(read: ReadBytes, { start, end }: Box): Promise<Buffer> {
  const parts: Buffer[] = []
  const last = Math.min(end, start + MAX_LOCATION_BYTES)
  for (let at = start; at < last;) {
    const bytes = (await read(at, 1)).subarray(0, last - at)
    if (bytes.length === 0) break
    parts.push(Buffer.from(bytes))
    at += bytes.length
  }
  return Buffer.concat(parts)
}

function sumExtents(iloc: Buffer): number {
  let at = 0
  const take = (bytes: number): number => {
    const part = iloc.subarray(at, at + bytes)
    at += bytes
    if (part.length < bytes || bytes === 0) return 0
    return bytes === 8 ? Number(part.readBigUInt64BE()) : part.readUIntBE(0, bytes)
  }
  const version = take(1)
  take(3)
  const sizes = take(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const items = take(version < 2 ? 2 : 4)
  let sum = 0
  for (let item = 0; item < items && at < iloc.length; item += 1) {
    at += (version < 2 ? 2 : 4) + (version === 0 ? 0 : 2) + 2 + baseBytes
    const extents = take(2)
    for (let extent = 0; extent < extents && at < iloc.length; extent += 1) {
      at += indexBytes + offsetBytes
      sum += take(lengthBytes)
    }
  }
  return sum
}
