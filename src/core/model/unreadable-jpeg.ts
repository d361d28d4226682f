import { readJpegSegments, type ReadBytes } from './jpeg-segments.ts'

/** Frames that the decoder cannot read, by their markers: ITU-T T.81, table B.1, and T.87 for JPEG-LS. */
const UNREADABLE_FRAMES: Partial<Record<number, string>> = {
  0xc5: 'hierarchical coding',
  0xc6: 'hierarchical coding',
  0xc7: 'hierarchical coding',
  0xcb: 'lossless arithmetic coding',
  0xcd: 'hierarchical coding',
  0xce: 'hierarchical coding',
  0xcf: 'hierarchical coding',
  0xf7: 'the coding of JPEG-LS',
}

const READABLE_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xca]

/** Bits of a sample of medical and scientific pictures. */
const UNREADABLE_DEPTHS: readonly (number | undefined)[] = [10, 12, 14, 16]

/**
 * Explains why the decoder cannot read a JPEG, with what to do.
 * @returns undefined if it can, unless the file is damaged
 */
export async function explainUnreadableJpeg(readBytes: ReadBytes): Promise<string | undefined> {
  for await (const { marker, body } of readJpegSegments(readBytes)) {
    const isDeep = READABLE_FRAMES.includes(marker) && UNREADABLE_DEPTHS.includes(body[0])
    const reason = UNREADABLE_FRAMES[marker] ?? (isDeep ? `samples of ${body[0]} bits` : undefined)
    if (reason !== undefined)
      return `The file is a JPEG with ${reason}, which cannot be decoded. Save it as a baseline JPEG with 8 bits, or as a TIFF with 16 bits.`
  }
  return undefined
}
