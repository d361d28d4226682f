import { endianness } from 'node:os'

/** Encodes a vector as its numbers in single precision, little-endian. */
export function encodeVector(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer)
  return swapIfNeeded(bytes)
}

/** Decodes a stored vector. Copies the bytes, which may lie at any address. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(new Uint8Array(bytes).buffer)
  const { buffer, byteOffset, byteLength } = swapIfNeeded(copy)
  return new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT)
}

function swapIfNeeded(bytes: Buffer): Buffer {
  return endianness() === 'LE' ? bytes : bytes.swap32()
}
