import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/**
 * URL and ETag or modification time of the content of a partial file, and how many of its bytes are synced to disk. They
 * are stored beside the partial file, so that a later process can continue the file if the server still has the same
 * content.
 */
const resumeNote = z.object({ url: z.string(), etag: z.string(), size: z.int().optional() })
export type ResumeNote = z.infer<typeof resumeNote>

function notePath(part: string): string {
  return `${part}.json`
}

/** @returns undefined if there is no note, or an unreadable one */
export async function readResumeNote(part: string): Promise<ResumeNote | undefined> {
  try {
    return resumeNote.parse(JSON.parse(await readFile(notePath(part), 'utf8')))
  } catch {
    return undefined
  }
}

/** Removes a partial file with its note. */
export async function removePart(part: string): Promise<void> {
  await saveResumeNote(part, undefined)
  await rm(part, { force: true })
}

/** Stores the note; undefined removes it, for content that cannot be continued. */
export async function saveResumeNote(part: string, note: ResumeNote | undefined): Promise<void> {
  if (note === undefined) await rm(notePath(part), { force: true })
  else await writeFile(notePath(part), JSON.stringify(note))
}
