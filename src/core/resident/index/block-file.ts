import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { publishFile } from '../../storage/disk/durable-files.ts'
import { PRIVATE_FILE } from '../../storage/modes.ts'

/**
 * A file of blocks with checksums, for content that can be computed again. It begins with a random number, the seed of
 * all checksums, so that blocks of two processes that write at once do not pass for one file. Before each block stand
 * its length in bytes and its CRC-32. Numbers have 32 bits in the byte order of the machine.
 */
export interface BlockFile extends Disposable {
  /**
   * Returns the next block, from the start of its buffer; undefined after the last one. It is valid until the next call.
   * @throws DamagedFileError
   */
  read(): Uint8Array<ArrayBuffer> | undefined
}

export class DamagedFileError extends Error {
  constructor(damage: string) {
    super(`it is damaged: ${damage}`)
  }
}

const NUMBER_BYTES = 4

/** Stands where the length of another block would. */
const END = 0xff_ff_ff_ff

/** Opens a file for reading. @throws the error of the system */
export function openBlockFile(path: string): BlockFile {
  const file = openSync(path, 'r')
  let remaining = fstatSync(file).size
  // Many buffers would double the memory of the process until they are collected.
  let buffer = new ArrayBuffer(NUMBER_BYTES)
  const readBytes = (length: number): Uint8Array<ArrayBuffer> => {
    if (length > remaining) throw new DamagedFileError('it ends early')
    remaining -= length
    if (length > buffer.byteLength) buffer = new ArrayBuffer(length)
    const bytes = new Uint8Array(buffer, 0, length)
    for (let done = 0; done < length;) {
      const count = readSync(file, bytes, done, length - done, null)
      if (count === 0) throw new DamagedFileError('it ends early')
      done += count
    }
    return bytes
  }
  const readNumber = (): number => new Uint32Array(readBytes(NUMBER_BYTES).buffer, 0, 1)[0] ?? 0
  let seed: number | undefined
  return {
    read() {
      seed ??= readNumber()
      const length = readNumber()
      if (length === END) return undefined
      const checksum = readNumber()
      const block = readBytes(length)
      if (crc32(block, seed) !== checksum) throw new DamagedFileError('a checksum differs')
      return block
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}

/**
 * Writes a file under another name and then renames it, so that a crash leaves either the old file or the new one.
 * @param blocks each is written before the next one is taken
 */
export async function writeBlockFile(
  path: string,
  blocks: Iterable<ArrayBufferView>,
): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    // A crash may have left it. It could also be a link to another file.
    await rm(unfinished, { force: true })
    await writeBlocks(unfinished, blocks)
    await publishFile(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeBlocks(path: string, blocks: Iterable<ArrayBufferView>): Promise<void> {
  await using file = await open(path, 'wx', PRIVATE_FILE)
  const seed = randomInt(2 ** 32)
  await file.appendFile(Uint32Array.of(seed))
  for (const { buffer, byteOffset, byteLength } of blocks) {
    const block = new Uint8Array(buffer, byteOffset, byteLength).slice()
    await file.appendFile(Uint32Array.of(byteLength, crc32(block, seed)))
    await file.appendFile(block)
  }
  await file.appendFile(Uint32Array.of(END))
}
