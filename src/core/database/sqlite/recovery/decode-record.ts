export type StoredValue = null | number | bigint | string | Buffer

/** Thrown where bytes cannot be a part of a database. */
export class Unreadable extends Error {}

/** Reads a variable-length integer. @throws Unreadable at the end of the bytes */
export function readVarint(bytes: Buffer, at: number): { value: bigint; next: number } {
  let value = 0n
  for (let length = 1; length <= 9; length += 1) {
    const byte = bytes[at + length - 1]
    if (byte === undefined) throw new Unreadable('a number is cut off')
    if (length === 9)
      return { value: BigInt.asIntN(64, (value << 8n) | BigInt(byte)), next: at + 9 }
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (byte < 0x80) return { value, next: at + length }
  }
  throw new Unreadable('a number is cut off')
}

/** Decodes the values of a row: https://www.sqlite.org/fileformat2.html#record_format @throws Unreadable */
export function decodeRecord(payload: Buffer): StoredValue[] {
  const header = readVarint(payload, 0)
  const headerEnd = Number(header.value)
  if (headerEnd < header.next || headerEnd > payload.length)
    throw new Unreadable('a row has no header')
  const values: StoredValue[] = []
  let at = headerEnd
  for (let next = header.next; next < headerEnd;) {
    const type = readVarint(payload.subarray(0, headerEnd), next)
    next = type.next
    const length = lengthOf(Number(type.value))
    if (at + length > payload.length) throw new Unreadable('a value is cut off')
    values.push(decodeValue(Number(type.value), payload.subarray(at, at + length)))
    at += length
  }
  if (at !== payload.length) throw new Unreadable('a row has another length than its values')
  return values
}

const FIXED_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function lengthOf(type: number): number {
  const fixed = FIXED_LENGTHS[type]
  if (fixed !== undefined) return fixed
  if (type < 12) throw new Unreadable('a value has a type that does not exist')
  return Math.floor((type - 12) / 2)
}

function decodeValue(type: number, bytes: Buffer): StoredValue {
  if (type === 0) return null
  if (type <= 5) return bytes.readIntBE(0, bytes.length)
  if (type === 6) return toNumber(bytes.readBigInt64BE(0))
  if (type === 7) return bytes.readDoubleBE(0)
  if (type <= 9) return type - 8
  if (type % 2 === 0) return Buffer.from(bytes)
  // The program stores no such text, but a page that was overwritten contains it.
  if (bytes.includes(0)) throw new Unreadable('a text contains zero bytes')
  return bytes.toString('utf8')
}

export function toNumber(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}
