import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Lists unpublished files and working folders of all processes of the data directory. */
export async function listUnfinishedFiles(data: string): Promise<string[]> {
  const folder = join(data, 'tmp')
  const below = await readdir(folder, { recursive: true }).catch(() => [])
  return below.filter((path) => path.includes('/'))
}
