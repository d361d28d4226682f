/**
 * Gives the memory of bytes back now; they are empty afterwards. Left to the garbage collector, the chunks
 * of a large file would have it come again and again, to look at everything there is.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isShared = buffer.byteLength > byteLength
  if (!isShared && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** The same chunks; the memory of each is given back when the next one is asked for. */
export async function* freedWhenUsed(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    freeMemory(chunk)
  }
}
