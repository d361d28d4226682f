import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { timestamp } from '../../contract/timestamp.ts'
import { publishFile } from '../../storage/disk/durable-files.ts'
import { CatalogError } from '../../base/errors.ts'
import { parseJson } from '../../base/json-values.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import { FILE } from '../../storage/modes.ts'

const FORMAT = 'catalog-model'
const VERSION = 1
const MAX_FILES = 100

/** No part of the path may lead out of the folder, or be hidden. */
const filePath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/)

const manifestFile = z.strictObject({
  path: filePath,
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When the digest was computed from the file itself; null if it was known before. */
  pinned_at: timestamp.nullable(),
})

const manifestSchema = z.strictObject({
  name: z.string(),
  /** Name of the repository on Hugging Face; null if it is unknown. */
  repository: z.string().nullable(),
  /** Commit, tag or branch of the repository; if that is unknown, a name derived from the files. */
  revision: z.string(),
  /** The URL or folder that the files came from. */
  source: z.string(),
  /** Null if nothing is known about it. */
  license: z.string().nullable(),
  installed_at: timestamp,
  /** When the digests of all files were last found to be correct. */
  verified_at: timestamp,
  files: z.array(manifestFile).min(1).max(MAX_FILES),
})

const storedSchema = manifestSchema.extend({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
})

/** Describes an installed model; stored as `manifest.json` in its folder. */
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/**
 * Reads the manifest in the folder of a model. Returns undefined if there is none.
 * @throws CatalogError kind `unavailable` if it is damaged
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = manifestPath(folder)
  const text = await ignoreMissing(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  const parsed = storedSchema.safeParse(parseJson(text))
  if (parsed.success) {
    const { format: _format, version: _version, ...manifest } = parsed.data
    return manifest
  }
  throw new CatalogError('unavailable', `${path} is damaged.`, {
    hint: `Delete ${folder} and install the model again: catalog model --help`,
  })
}

/** Writes the manifest durably. A reader sees either the old or the new one. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const staged = `${manifestPath(folder)}.part`
  const stored = { format: FORMAT, version: VERSION, ...manifest }
  await writeFile(staged, `${JSON.stringify(stored, null, 2)}\n`, { mode: FILE })
  await publishFile(staged, manifestPath(folder))
}

/** A text that is the same for two models only if their names, revisions and files are. */
export function createModelKey({ name, revision, files }: Manifest): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).sort()
  const digest = createHash('sha256').update(lines.join('')).digest('hex')
  return `${name}@${revision}:${digest.slice(0, 32)}`
}

function manifestPath(folder: string): string {
  return join(folder, 'manifest.json')
}
