import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contributor } from '../../../core/auth/contributor.ts'
import { importCommit, type ImportCommitRequest } from '../../../core/contract/import.ts'
import { getUserByName } from '../../../core/queries/people/users.ts'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import { cancelSlots } from '../../../core/writes/imports/cancel-slots.ts'
import { commitImport } from '../../../core/writes/imports/commit-import.ts'
import { requestSlot } from '../../../core/writes/imports/request-slot.ts'
import { runUseCase } from '../../../core/writes/run/run-use-case.ts'

const PICTURES = fileURLToPath(new URL('../../../../fixtures/images', import.meta.url))

/** User of the dump who imports. */
const ARCHIVIST = 'AlderArchivist'

/** Ids of collections of the dump. */
const COLLECTION = { views: 1, postcards: 3, negatives: 5 } as const

interface SampleUpload {
  collection: number
  /** Name of the file in the folder of the sample pictures. */
  file: string
  contentType: string
}

interface SampleImport extends SampleUpload {
  metadata: Omit<ImportCommitRequest, 'slot_id'>
}

const COMMITTED: readonly SampleImport[] = [
  {
    collection: COLLECTION.postcards,
    file: 'landscape.jpg',
    contentType: 'image/jpeg',
    metadata: {
      title: 'Aldermoor Bridge from the Meadow',
      original_date: 'posted 1908',
      edtf_date: '../1908',
      creator: 'F. Pickles & Co.',
      license_name: 'PDM-1.0',
      subjects: ['aldermoor-bridge', 'river-alder'],
    },
  },
  {
    collection: COLLECTION.negatives,
    file: 'scan.tif',
    contentType: 'image/tiff',
    metadata: {
      title: 'Market Day, Aldermoor',
      original_date: 'undated [1930s]',
      edtf_date: '193X',
      creator: 'Aldermoor Gazette',
      license_name: 'InC',
      subjects: ['market-square', 'aldermoor-town-hall'],
    },
  },
  {
    collection: COLLECTION.negatives,
    file: 'first-bytes.png',
    contentType: 'image/png',
    metadata: {
      title: 'Market Square, the Day of the Flood Warning',
      original_date: '1947-03-18',
      edtf_date: '1947-03-18',
      creator: 'Aldermoor Gazette',
      license_name: 'InC',
    },
  },
]

/** Another postcard, which waits for its metadata. */
const PENDING: SampleUpload = {
  collection: COLLECTION.postcards,
  file: 'exif-6.jpg',
  contentType: 'image/jpeg',
}

const CANCELED: SampleUpload = { ...PENDING, collection: COLLECTION.views }

/**
 * Imports pictures into the loaded demonstration, since a dump has no uploads and no jobs: some become images, one of
 * them has a file that no job can decode, one upload is left without a commit, and one is canceled.
 */
export async function createDemoImports(catalog: Catalog): Promise<void> {
  const { id: userId } = await getUserByName(catalog.reads, ARCHIVIST)
  const actor = { userId, isStaff: true, isModerator: true, visibility: 'everything' } as const
  for (const { metadata, ...picture } of COMMITTED) {
    const slotId = await upload(catalog, actor, picture)
    const request = importCommit.parse({ ...metadata, slot_id: slotId })
    await runUseCase(catalog, commitImport, { actor, request })
  }
  await upload(catalog, actor, PENDING)
  const canceled = await upload(catalog, actor, CANCELED)
  await runUseCase(catalog, cancelSlots, { actor, request: { slot_ids: [canceled] } })
}

/** @returns the id of the slot */
async function upload(
  catalog: Catalog,
  actor: Contributor,
  { collection, file, contentType }: SampleUpload,
): Promise<string> {
  const request = { collection, content_type: contentType }
  const { result: slot } = await runUseCase(catalog, requestSlot, { actor, request })
  await catalog.storage.putFile(join(PICTURES, file), slot.key)
  return slot.slotId
}
