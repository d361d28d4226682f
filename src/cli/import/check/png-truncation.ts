import type { OpenPicture } from './open-picture.ts'

/** The last chunk of every PNG (3rd edition, 11.2.5): no data, IEND, its checksum. */
const LAST_CHUNK = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12

/** Whether a PNG ends before its last chunk does; data that some programs append after it doesn't matter. */
export async function isPngTruncated(picture: OpenPicture): Promise<boolean> {
  const { size } = picture
  const tail = await picture.bytesAt(size - LAST_CHUNK.length, LAST_CHUNK.length)
  if (tail.subarray(0, LAST_CHUNK.length).equals(LAST_CHUNK)) return false
  for (let at = SIGNATURE_BYTES; ;) {
    const header = await picture.bytesAt(at, CHUNK_BYTES)
    if (header.length < CHUNK_BYTES) return true
    const end = at + CHUNK_BYTES + header.readUInt32BE()
    if (end > size) return true
    if (header.toString('latin1', 4, 8) === 'IEND') return false
    at = end
  }
}
