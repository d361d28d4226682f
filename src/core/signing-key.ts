import { hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The key of this catalogue: from the setting, else made once and kept in the data directory, 0600. */
export async function signingKey(data: string, setting: string | null): Promise<Buffer> {
  const secret = setting ?? (await readOrMake(join(data, 'secret')))
  return Buffer.from(hkdfSync('sha256', secret, '', 'catalog signed addresses', 32))
}

async function readOrMake(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = randomBytes(32).toString('base64url')
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(made)
  await file.sync()
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
  return made
}
