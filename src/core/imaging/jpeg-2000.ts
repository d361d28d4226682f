import { open, type FileHandle } from 'node:fs/promises'
import { damaged } from './decoder-failure.ts'
import type { Size } from '../iiif/full-image.ts'

/** The SIZ segment of a JPEG 2000 codestream: T.800 A.5.1. */
export interface Jpeg2000Header extends Size {
  /** A bare codestream, without the boxes of a JP2 file around it. */
  isBare: boolean
  /** Bits of each component. */
  depths: number[]
}

const SIZ_BYTES = 42
const MAX_COMPONENTS = 16
const MAX_BOXES = 100

/** @throws PictureError if there is no codestream, or its header is invalid */
export async function readJpeg2000Header(path: string): Promise<Jpeg2000Header> {
  await using file = await open(path)
  const at = await findCodestream(file)
  const siz = await readAt(file, at, SIZ_BYTES + MAX_COMPONENTS * 3)
  if (siz.length < SIZ_BYTES || siz.readUInt32BE(0) !== 0xff4fff51) throw missingHeader()
  const width = siz.readUInt32BE(8) - siz.readUInt32BE(16)
  const height = siz.readUInt32BE(12) - siz.readUInt32BE(20)
  const components = siz.readUInt16BE(40)
  if (width <= 0 || height <= 0 || components === 0 || components > MAX_COMPONENTS)
    throw missingHeader()
  const sizes = siz.subarray(SIZ_BYTES, SIZ_BYTES + components * 3)
  if (sizes.length < components * 3) throw missingHeader()
  const depths = Array.from({ length: components }, (_, index) => readDepth(sizes, index))
  return { width, height, depths, isBare: at === 0 }
}

function readDepth(sizes: Buffer, index: number): number {
  return (sizes.readUInt8(index * 3) & 0x7f) + 1
}

/**
 * Finds the content of the box `jp2c`: T.800 I.4. A length of 1 means that the next 8 bytes contain the length; 0 marks
 * the last box.
 */
async function findCodestream(file: FileHandle): Promise<number> {
  let at = 0
  for (let box = 0; box < MAX_BOXES; box += 1) {
    const head = await readAt(file, at, 16)
    if (head.length < 8) break
    if (head.readUInt32BE(0) === 0xff4fff51) return at
    const length = head.readUInt32BE(0)
    const isLong = length === 1 && head.length === 16
    if (head.toString('latin1', 4, 8) === 'jp2c') return at + (isLong ? 16 : 8)
    const next = isLong ? Number(head.readBigUInt64BE(8)) : length
    if (next < 8) break
    at += next
  }
  throw missingHeader()
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function missingHeader() {
  return damaged('no JPEG 2000 header was found')
}
