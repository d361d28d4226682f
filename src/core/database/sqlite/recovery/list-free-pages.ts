import type { PageFile } from './page-file.ts'

/** Lists the pages that the database does not use. They contain deleted rows. https://www.sqlite.org/fileformat2.html#freelist */
export function listFreePages(file: PageFile): Set<number> {
  const free = new Set<number>()
  let trunk = file.hasHeader ? (file.read(1)?.readUInt32BE(32) ?? 0) : 0
  while (trunk !== 0 && !free.has(trunk)) {
    const bytes = file.read(trunk)
    if (bytes === undefined) break
    free.add(trunk)
    const count = Math.min(bytes.readUInt32BE(4), file.usableSize / 4 - 2)
    for (let leaf = 0; leaf < count; leaf += 1) free.add(bytes.readUInt32BE(8 + 4 * leaf))
    trunk = bytes.readUInt32BE(0)
  }
  return free
}
