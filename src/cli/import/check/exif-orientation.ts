/** Reads the orientation from 1 (upright) to 8 (Exif 2.32, tag 0x0112); undefined if there is none. */
export async function readExifOrientation(head: Buffer): Promise<number | undefined> {
  // Loaded on demand: few manifests rotate or mirror images.
  const { default: exifReader } = await import('exifreader')
  try {
    const value = exifReader.load(head, { includeTags: { exif: ['Orientation'] } }).Orientation
      ?.value
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
