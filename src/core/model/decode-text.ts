/**
 * Decodes text whose encoding the file does not declare: as UTF-8 if it is valid, else as Windows-1252 (Metadata
 * Working Group guidelines 2.0, section 5.1). A null character ends it.
 */
export function decodeText(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  return decodeUtf8(text) ?? new TextDecoder('windows-1252').decode(text)
}

/** Decodes UTF-8; undefined if the bytes are not valid. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
