import type { Reads } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { listImageFiles } from '../queries/images/image-files.ts'
import { nameFilesOfImage } from './name-files.ts'
import { examineFile, type StorageFinding } from './verify-storage.ts'

/** Images of the sample, evenly spread over all ids. */
const SAMPLE = 50

/** Originals up to this size are compared with their SHA-256, others by their size. */
const MAX_HASHED_BYTES = 20e6

/** Compares the files of a sample of images with the database: the same images until new ones are imported. */
export async function sampleStorage(
  reads: Reads,
  storage: Pick<ObjectStore, 'stat' | 'read'>,
): Promise<{ files: number; findings: StorageFinding[] }> {
  const newest = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  const findings: StorageFinding[] = []
  let files = 0
  for (let after = 0; after < (newest?.id ?? 0);) {
    const [image] = await listImageFiles(reads, { after, limit: 1 })
    if (!image) break
    for (const file of nameFilesOfImage(image)) {
      files += 1
      const quick = (file.size ?? 0) > MAX_HASHED_BYTES
      findings.push(...(await examineFile(storage, file, { quick })))
    }
    after = Math.max(image.id, after + Math.ceil((newest?.id ?? 0) / SAMPLE))
  }
  return { files, findings }
}
