import type { FileHandle } from 'node:fs/promises'

const BUFFERED_CHARACTERS = 256 * 1024

/** Writes lines to a file, many at once. */
export async function writeLines(
  file: FileHandle,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  let buffered = ''
  for await (const line of lines) {
    buffered += `${line}\n`
    if (buffered.length < BUFFERED_CHARACTERS) continue
    await file.writeFile(buffered)
    buffered = ''
  }
  await file.writeFile(buffered)
}
