import { open } from 'node:fs/promises'

const PAGE_BYTES = 4096

/** Overwrites all pages of a database but the first, which holds the header. */
export async function damagePages(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  const { size } = await handle.stat()
  for (let at = PAGE_BYTES; at < size; at += PAGE_BYTES) {
    await handle.write(Buffer.alloc(64, 0xa5), 0, 64, at)
  }
}

/** Overwrites whole pages of a database, which are numbered from 1, with zeros or with other bytes. */
export async function overwritePages(
  file: string,
  pages: readonly number[],
  bytes: Uint8Array = Buffer.alloc(PAGE_BYTES),
): Promise<void> {
  await using handle = await open(file, 'r+')
  for (const page of pages) await handle.write(bytes, 0, bytes.length, (page - 1) * PAGE_BYTES)
}
