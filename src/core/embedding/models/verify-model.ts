import { join } from 'node:path'
import { computeDigest } from '../../storage/digests.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import type { InstalledModel } from './installed-models.ts'
import type { ManifestFile } from './manifest.ts'

/** The result of verifying one file. */
export interface VerifiedFile {
  path: string
  state: 'ok' | 'damaged' | 'missing'
  /** Bytes according to the manifest. */
  size: number
  /** According to the manifest. */
  sha256: string
  /** The digest that the file has; null if it is missing. */
  found_sha256: string | null
}

/** Computes the digests of all files of a model or of the runtime, one after the other. */
export async function* verifyModel({
  folder,
  manifest,
}: Pick<InstalledModel, 'folder' | 'manifest'>): AsyncGenerator<VerifiedFile> {
  for (const file of manifest.files) yield await verifyFile(folder, file)
}

async function verifyFile(
  folder: string,
  { path, size, sha256 }: ManifestFile,
): Promise<VerifiedFile> {
  const found = await ignoreMissing(computeDigest(join(folder, path)))
  const found_sha256 = found?.sha256 ?? null
  const state = found_sha256 === sha256 ? 'ok' : found ? 'damaged' : 'missing'
  return { path, state, size, sha256, found_sha256 }
}
