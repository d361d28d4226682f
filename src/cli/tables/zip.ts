import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { WorkbookError } from './workbook-error.ts'

// PKWARE APPNOTE 6.3.10: 4.3.7 local header, 4.3.12 central directory, 4.3.16 end of central directory.
const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const MAX_DIRECTORY_BYTES = 16 * 1024 ** 2
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface Entry {
  method: number
  compressedSize: number
  offset: number
}

/** A ZIP archive on disk. Its members are decompressed while they are read. */
export interface Zip {
  has(name: string): boolean
  /**
   * Streams the decompressed bytes of a member.
   * @param maxBytes limit that protects against a decompression bomb
   * @throws WorkbookError while reading, if the member is damaged or too large
   */
  read(name: string, maxBytes: number): AsyncGenerator<Uint8Array>
}

/** @throws WorkbookError if the file is not a readable archive */
export async function openZip(path: string): Promise<Zip> {
  await using file = await open(path)
  const entries = await readDirectory(file)
  return {
    has: (name) => entries.has(name),
    async *read(name, maxBytes) {
      const entry = entries.get(name)
      if (entry === undefined) throw new WorkbookError(`its part ${name} is missing`)
      let total = 0
      for await (const chunk of readUnpacked(path, entry)) {
        total += chunk.length
        if (total > maxBytes) {
          throw new WorkbookError(
            `its part ${name} unpacks to more than ${maxBytes / 1024 ** 2} MB`,
          )
        }
        yield chunk
      }
    },
  }
}

async function* readUnpacked(path: string, entry: Entry): AsyncGenerator<Uint8Array> {
  const { method, compressedSize } = entry
  if (compressedSize === 0) return
  const start = await findDataStart(path, entry)
  const packed = createReadStream(path, { start, end: start + compressedSize - 1 })
  try {
    yield* unpack(method, packed) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw error instanceof WorkbookError
      ? error
      : new WorkbookError('it is damaged', { cause: error })
  } finally {
    packed.destroy()
  }
}

function unpack(method: number, packed: Readable): Readable {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new WorkbookError('it uses an unsupported compression method')
  return pipeline(packed, createInflateRaw(), () => {})
}

async function findDataStart(path: string, { offset }: Entry): Promise<number> {
  await using file = await open(path)
  const header = await readAt(file, offset, 30)
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new WorkbookError('it is damaged')
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function readDirectory(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat()
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await readAt(file, tailStart, size - tailStart)
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new WorkbookError('it is damaged or incomplete')
  }
  const bytes = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (bytes > MAX_DIRECTORY_BYTES || start + bytes > size) throw new WorkbookError('it is damaged')
  return parseEntries(await readAt(file, start, bytes))
}

function parseEntries(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === CENTRAL_HEADER) {
    if (directory.readUInt16LE(at + 8) & ENCRYPTED) throw new WorkbookError('it is encrypted')
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      compressedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new WorkbookError('it is damaged or incomplete')
  return buffer
}
