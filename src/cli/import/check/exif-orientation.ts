/** How the camera says the picture lies (Exif 2.32, tag 0x0112): 1 upright, up to 8; undefined when it doesn't say. */
export async function readExifOrientation(head: Buffer): Promise<number | undefined> {
  // Loaded here: only the few manifests that turn pictures need it.
  const { default: exifReader } = await import('exifreader')
  try {
    const value = exifReader.load(head, { includeTags: { exif: ['Orientation'] } }).Orientation
      ?.value
    return typeof value === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
