import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Journal } from './journal/journal.ts'
import type { Planning } from './journal/planning.ts'

/** Tells of imported rows whose file has other bytes now; one that was only touched is the same. */
export async function markChangedFiles(
  journal: Journal,
  suspects: Planning['suspects'],
): Promise<void> {
  for (const { id, image, sha256 } of suspects) {
    if ((await digestOf(image.path)) !== sha256) journal.markEdited(id, 'file')
  }
}

async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
