import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { computeDigest } from '../../core/storage/digests.ts'
import type { PublishedFile } from '../../core/model/published-files.ts'

/** The file that makes a release complete: it is written last. */
export const MANIFEST = 'manifest.json'

/** For `sha256sum --check`. */
export const SUMS = 'SHA256SUMS'

const FORMAT = 'catalog-publication'

const license = z.object({ name: z.string(), url: z.string() })

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  /** Folder of the release: the time of its state, such as `release-20261129T020000Z`. */
  release: z.string(),
  /** The state of the catalog, in UTC. */
  time: z.string(),
  catalog: z.object({ name: z.string(), url: z.string(), software: z.string() }),
  /** License of placements; null if the instance names none. Images have their own. */
  license: license.nullable(),
  /** Number of rows by layer. */
  rows: z.record(z.string(), z.number()),
  files: z.array(
    z.object({
      name: z.string(),
      media_type: z.string(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Describes the files of a folder, in `SHA256SUMS` and in the manifest, which comes last. */
export async function writeManifest(
  folder: string,
  files: readonly PublishedFile[],
  facts: Omit<Manifest, 'format' | 'version' | 'files'>,
): Promise<Manifest> {
  const described: Manifest['files'] = []
  for (const { name, mediaType } of files) {
    const { size, sha256 } = await computeDigest(join(folder, name))
    described.push({ name, media_type: mediaType, bytes: size, sha256 })
  }
  const sums = described.map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  await writeFile(join(folder, SUMS), sums.join(''))
  const manifest = { format: FORMAT, version: 1, ...facts, files: described } as const
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Whether a text is the manifest of a release. */
export function isManifest(text: string): boolean {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
