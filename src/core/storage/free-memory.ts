/**
 * Frees the memory of a buffer at once and leaves it empty. Otherwise the chunks of a large file would trigger
 * full garbage collections again and again.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isShared = buffer.byteLength > byteLength
  if (!isShared && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Yields the same chunks, and frees each one when the consumer requests the next. */
export async function* freeAfterUse(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    freeMemory(chunk)
  }
}
