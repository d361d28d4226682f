import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { parseTimestamp } from '../base/clock.ts'
import { notFound } from '../base/errors.ts'
import { PRIVATE_FILE } from '../storage/modes.ts'
import { COPIED_FILES, STORED_LIST } from './backup-folder.ts'
import { damaged } from './damaged-backup.ts'

const MANIFEST = 'manifest.json'
/** The digest of the manifest, in the format of `sha256sum`. */
const CHECKSUM = 'manifest.json.sha256'

/** The files of a backup that no list names. */
export const MANIFEST_FILES = [MANIFEST, CHECKSUM]

const MAX_BYTES = 1024 * 1024

const FORMAT = 'catalog-backup'
const FORMAT_VERSION = 1

const count = z.int().min(0)
const digest = z.string().regex(/^[0-9a-f]{64}$/)

const fileEntry = z.strictObject({
  path: z.enum([...COPIED_FILES, STORED_LIST]),
  size: count,
  sha256: digest,
})

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  created_at: z.string().refine((text) => parseTimestamp(text) !== undefined),
  catalog_version: z.string().max(100),
  /** The applied migrations. */
  schema: z.array(z.string().max(200)).min(1).max(10_000),
  /** Whether derivatives and tiles are included. */
  derivatives: z.boolean(),
  /** The bucket that has the stored files. Absent if the backup contains them. */
  storage_url: z.string().max(2000).optional(),
  files: z
    .array(fileEntry)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length)
    .refine((files) => files.some(({ path }) => path === 'catalog.sqlite'))
    .refine((files) => files.some(({ path }) => path === STORED_LIST)),
  stored_files: z.strictObject({
    count,
    bytes: count,
    linked: count,
    copied: count,
    /** Files that were missing when the backup was made. */
    missing: count,
    /** Originals that differed from their recorded SHA-256 when the backup was made. */
    changed: count,
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** Writes the manifest and its digest. */
export async function writeManifest(
  folder: string,
  content: Omit<Manifest, 'format' | 'format_version'>,
): Promise<void> {
  const manifest: Manifest = { format: FORMAT, format_version: FORMAT_VERSION, ...content }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(join(folder, MANIFEST), text, { mode: PRIVATE_FILE, flag: 'wx' })
  await writeFile(join(folder, CHECKSUM), formatChecksum(text), { mode: PRIVATE_FILE, flag: 'wx' })
}

/**
 * Reads the manifest and compares it with its digest.
 * @throws CatalogError kind `not_found` if there is no backup, DamagedBackup if it cannot be trusted
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readSmallFile(folder, MANIFEST)
  const checksum = await readSmallFile(folder, CHECKSUM)
  if (checksum !== formatChecksum(text))
    throw damaged('manifest', MANIFEST, `${MANIFEST} does not have the digest in ${CHECKSUM}.`)
  const { success, data, error } = manifestSchema.safeParse(parseJson(text))
  if (success) return data
  const where = error.issues[0]?.path.join('.') ?? ''
  throw damaged('manifest', MANIFEST, `${MANIFEST} is not valid${where && ` (${where})`}.`)
}

/** Adds up the sizes of the files in a backup. */
export function measureBackup({ files, stored_files, storage_url }: Manifest): number {
  const stored = storage_url === undefined ? stored_files.bytes : 0
  return files.reduce((sum, { size }) => sum + size, stored)
}

function formatChecksum(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('manifest', MANIFEST, `${MANIFEST} is not JSON.`)
  }
}

async function readSmallFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => undefined)
  if (!found && name === MANIFEST)
    throw notFound(`There is no backup in ${folder}: it holds no ${MANIFEST}.`)
  if (!found?.isFile() || found.size > MAX_BYTES)
    throw damaged('manifest', name, `${name} is missing, too large or not a file.`)
  return await readFile(path, 'utf8')
}
