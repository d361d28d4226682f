/**
 * Values as FlatBuffers stores them. The fields of a table are in the order of its schema; undefined fields have their
 * default value.
 */
export type FlatValue = FlatScalar | FlatReferenced

export interface FlatScalar {
  kind: 'u8' | 'u16' | 'i32' | 'u64'
  value: number
}

export type FlatReferenced =
  | { kind: 'string'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'uints' | 'doubles'; numbers: readonly number[] }
  | { kind: 'table'; fields: readonly (FlatValue | undefined)[] }
  | { kind: 'tables'; members: readonly FlatReferenced[] }

const REFERENCE_BYTES = 4
const LENGTH_BYTES = 4
/** Of the largest values. */
const ALIGNMENT = 8

const SCALAR_BYTES: Record<FlatScalar['kind'], number> = { u8: 1, u16: 2, i32: 4, u64: 8 }

interface Output {
  buffer: Buffer
  end: number
}

/** Encodes a table as a buffer that begins with its size. All values are little-endian, and aligned to their size. */
export function encodeFlatBuffer(root: FlatReferenced): Buffer {
  const output = { buffer: Buffer.alloc(256), end: 0 }
  reserve(output, LENGTH_BYTES + REFERENCE_BYTES)
  writeReferenced(output, LENGTH_BYTES, root)
  align(output, ALIGNMENT)
  output.buffer.writeUInt32LE(output.end - LENGTH_BYTES, 0)
  return output.buffer.subarray(0, output.end)
}

/** Writes a value at the end, and a reference to it at `from`. */
function writeReferenced(output: Output, from: number, value: FlatReferenced): void {
  const at = writeValue(output, value)
  output.buffer.writeUInt32LE(at - from, from)
}

/** Returns the position of the value. */
function writeValue(output: Output, value: FlatReferenced): number {
  switch (value.kind) {
    case 'string':
      return writeBytes(output, Buffer.from(`${value.text}\0`), 1)
    case 'bytes':
      return writeBytes(output, value.bytes, 0)
    case 'uints':
      return writeNumbers(output, value.numbers, 4)
    case 'doubles':
      return writeNumbers(output, value.numbers, 8)
    case 'tables':
      return writeTables(output, value.members)
    default:
      return writeTable(output, value.fields)
  }
}

/** @param uncounted bytes at the end that do not count: strings end with a null */
function writeBytes(output: Output, bytes: Uint8Array, uncounted: number): number {
  align(output, LENGTH_BYTES)
  const at = reserve(output, LENGTH_BYTES + bytes.length)
  output.buffer.writeUInt32LE(bytes.length - uncounted, at)
  output.buffer.set(bytes, at + LENGTH_BYTES)
  return at
}

function writeNumbers(output: Output, numbers: readonly number[], size: 4 | 8): number {
  align(output, size, LENGTH_BYTES)
  const at = reserve(output, LENGTH_BYTES + numbers.length * size)
  output.buffer.writeUInt32LE(numbers.length, at)
  let next = at + LENGTH_BYTES
  for (const number of numbers) {
    next =
      size === 8
        ? output.buffer.writeDoubleLE(number, next)
        : output.buffer.writeUInt32LE(number, next)
  }
  return at
}

function writeTables(output: Output, members: readonly FlatReferenced[]): number {
  align(output, LENGTH_BYTES)
  const at = reserve(output, LENGTH_BYTES + members.length * REFERENCE_BYTES)
  output.buffer.writeUInt32LE(members.length, at)
  for (const [index, member] of members.entries()) {
    writeReferenced(output, at + LENGTH_BYTES + index * REFERENCE_BYTES, member)
  }
  return at
}

/** Writes the positions of the fields (the "vtable"), then the table: a reference back to them, and the fields. */
function writeTable(output: Output, fields: readonly (FlatValue | undefined)[]): number {
  const layout = layOut(fields)
  align(output, 2)
  const vtable = reserve(output, 4 + fields.length * 2)
  align(output, ALIGNMENT)
  const at = reserve(output, layout.bytes)
  output.buffer.writeUInt16LE(4 + fields.length * 2, vtable)
  output.buffer.writeUInt16LE(layout.bytes, vtable + 2)
  output.buffer.writeInt32LE(at - vtable, at)
  for (const [index, field] of fields.entries()) {
    const offset = layout.offsets[index] ?? 0
    output.buffer.writeUInt16LE(offset, vtable + 4 + index * 2)
    if (field === undefined) continue
    if ('value' in field) writeScalar(output.buffer, at + offset, field)
    else writeReferenced(output, at + offset, field)
  }
  return at
}

/** Returns the position of each field in its table, 0 for missing ones, and the size of the table. */
function layOut(fields: readonly (FlatValue | undefined)[]): { offsets: number[]; bytes: number } {
  let bytes = REFERENCE_BYTES
  const offsets = fields.map((field) => {
    if (field === undefined) return 0
    const size = 'value' in field ? SCALAR_BYTES[field.kind] : REFERENCE_BYTES
    const offset = Math.ceil(bytes / size) * size
    bytes = offset + size
    return offset
  })
  return { offsets, bytes }
}

function writeScalar(buffer: Buffer, at: number, { kind, value }: FlatScalar): void {
  if (kind === 'u8') buffer.writeUInt8(value, at)
  else if (kind === 'u16') buffer.writeUInt16LE(value, at)
  else if (kind === 'i32') buffer.writeInt32LE(value, at)
  else buffer.writeBigUInt64LE(BigInt(value), at)
}

/** Makes the end a multiple of `size` once `before` bytes have been added. */
function align(output: Output, size: number, before = 0): void {
  reserve(output, (size - ((output.end + before) % size)) % size)
}

/** Adds zeros at the end. Returns their position. */
function reserve(output: Output, bytes: number): number {
  const at = output.end
  output.end += bytes
  if (output.end > output.buffer.length) {
    const larger = Buffer.alloc(Math.max(output.end, output.buffer.length * 2))
    output.buffer.copy(larger)
    output.buffer = larger
  }
  return at
}
