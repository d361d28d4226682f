import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files and work folders that have not found their place yet, whichever process of the data directory made them. */
export async function unfinishedFiles(data: string): Promise<string[]> {
  const folder = join(data, 'tmp')
  const below = await readdir(folder, { recursive: true }).catch(() => [])
  return below.filter((path) => path.includes('/'))
}
