import type { OpenPicture } from './open-picture.ts'

/** The IEND chunk that ends every PNG (3rd edition, 11.2.5). */
const IEND_CHUNK = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const SIGNATURE_BYTES = 8
/** Length, type and CRC of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12

/** Whether a PNG ends before its IEND chunk. Appended data is accepted. */
export async function isPngTruncated(picture: OpenPicture): Promise<boolean> {
  const { size } = picture
  const tail = await picture.bytesAt(size - IEND_CHUNK.length, IEND_CHUNK.length)
  if (tail.subarray(0, IEND_CHUNK.length).equals(IEND_CHUNK)) return false
  for (let at = SIGNATURE_BYTES; ;) {
    const header = await picture.bytesAt(at, CHUNK_OVERHEAD_BYTES)
    if (header.length < CHUNK_OVERHEAD_BYTES) return true
    const end = at + CHUNK_OVERHEAD_BYTES + header.readUInt32BE()
    if (end > size) return true
    if (header.toString('latin1', 4, 8) === 'IEND') return false
    at = end
  }
}
