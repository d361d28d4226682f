import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFile,
  copyFile,
  link,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'

/** A change of a backup that a restore must refuse. */
export interface Mutation {
  name: string
  /** What the refusal says. */
  reason: RegExp
  apply(backup: Backup): Promise<void>
}

interface Backup {
  path: string
  /** Returns a number below `limit`. */
  random: (limit: number) => number
}

const MANIFEST = 'manifest.json'
const LIST = 'stored-files.ndjson'
const DATABASE = 'catalog.sqlite'

export const MUTATIONS: readonly Mutation[] = [
  stored('a byte of a stored file is flipped', /does not have the recorded SHA-256/, flipByte),
  stored('a stored file is truncated', /bytes instead of/, async (path, random) => {
    await truncate(path, random((await stat(path)).size))
  }),
  stored('a stored file is longer', /bytes instead of/, (path) => appendFile(path, 'x')),
  stored('a stored file is missing', /is missing/, (path) => rm(path)),
  stored('a stored file is a symbolic link', /is a symbolic link/, async (path) => {
    await rename(path, `${path}.moved`)
    await symlink(`${path}.moved`, path)
  }),
  stored('a stored file is a pipe', /is not a regular file|bytes instead of/, async (path) => {
    await rm(path)
    await promisify(execFile)('mkfifo', [path])
  }),
  stored('a stored file is a device', /is not a regular file|is a symbolic link/, async (path) => {
    await rm(path)
    await symlink('/dev/zero', path)
  }),
  stored('a stored file is a folder', /is not a regular file/, async (path) => {
    await rm(path)
    await promisify(execFile)('mkdir', [path])
  }),
  stored('a stored file is a hard link to another file', /bytes instead of/, async (path) => {
    await rm(path)
    await link('/etc/hostname', path).catch(() => writeFile(path, 'host\n'))
  }),
  {
    name: 'a file was added to the stored files',
    reason: /objects\/images\/extra was added/,
    apply: ({ path }) => writeFile(join(path, 'objects/images/extra'), ''),
  },
  {
    name: 'a file was added beside the database',
    reason: /notes\.txt was added/,
    apply: ({ path }) => writeFile(join(path, 'notes.txt'), ''),
  },
  {
    name: 'a folder is a symbolic link',
    reason: /leads through a symbolic link/,
    async apply({ path }) {
      await rename(join(path, 'objects'), join(path, 'moved'))
      await symlink(join(path, 'moved'), join(path, 'objects'))
    },
  },
  copied('a byte of the database is flipped', DATABASE, /recorded SHA-256/, flipByte),
  copied('the database is truncated', DATABASE, /bytes instead of/, (path) => truncate(path, 4096)),
  copied('the database is missing', DATABASE, /is missing/, (path) => rm(path)),
  copied('a byte of the signing key is flipped', 'secret', /recorded SHA-256/, flipByte),
  copied('the signing key is missing', 'secret', /is missing/, (path) => rm(path)),
  copied('a byte of the list is flipped', LIST, /recorded SHA-256/, flipByte),
  copied('a byte of the manifest is flipped', MANIFEST, /does not have the digest/, flipByte),
  copied('the manifest is truncated', MANIFEST, /does not have the digest/, (path, random) =>
    truncate(path, random(100)),
  ),
  copied('the manifest is huge', MANIFEST, /too large/, (path) => truncate(path, 2 ** 31)),
  copied('the manifest is missing', MANIFEST, /There is no backup/, (path) => rm(path)),
  copied('the digest of the manifest is missing', `${MANIFEST}.sha256`, /is missing/, (path) =>
    rm(path),
  ),
  manifest('the manifest is not JSON', /is not JSON/, () => '{"format":'),
  manifest('the manifest is no object', /is not valid/, () => '[]'),
  manifest('the manifest has another version', /is not valid \(format_version\)/, (content) =>
    JSON.stringify({ ...content, format_version: 2 }),
  ),
  manifest('a path of the manifest leads outside', /is not valid \(files/, (content) =>
    replaceFile(content, 'secret', { path: '../secret' }),
  ),
  manifest('a path of the manifest is absolute', /is not valid \(files/, (content) =>
    replaceFile(content, 'secret', { path: '/etc/passwd' }),
  ),
  manifest('the manifest names a file twice', /is not valid \(files/, (content) =>
    replaceFile(content, 'secret', { path: DATABASE }),
  ),
  manifest('a size of the manifest is negative', /is not valid \(files/, (content) =>
    replaceFile(content, 'secret', { size: -1 }),
  ),
  manifest('the manifest counts more bytes than any disk has', /needs .* GB/, (content) =>
    JSON.stringify({ ...content, stored_files: { ...content.stored_files, bytes: 2 ** 52 } }),
  ),
  manifest('the manifest counts a billion files', /names other files/, (content) =>
    JSON.stringify({ ...content, stored_files: { ...content.stored_files, count: 1e9 } }),
  ),
  manifest('the manifest has another schema', /another schema/, (content) =>
    JSON.stringify({ ...content, schema: ['0000-other'] }),
  ),
  list('a path of the list leads outside', /does not name images/, (lines, at) =>
    replaceLine(lines, at, { path: '../../../etc/passwd' }),
  ),
  list('a path of the list is absolute', /does not name images/, (lines, at) =>
    replaceLine(lines, at, { path: '/etc/passwd' }),
  ),
  list('the list lacks a line', /does not name|names other files/, (lines, at) =>
    lines.toSpliced(at, 1),
  ),
  list('the list names a file twice', /does not name|names other files/, (lines, at) =>
    lines.toSpliced(at, 0, lines[at]!),
  ),
  list('the list names another file', /names other files/, (lines) => [...lines, lines[0]!]),
  list('a digest of the list is another', /recorded SHA-256/, (lines, at) =>
    replaceLine(lines, at, { sha256: '0'.repeat(64) }),
  ),
  list('a size of the list is another', /bytes instead of/, (lines, at) =>
    replaceLine(lines, at, { size: 2 ** 40 }),
  ),
  list('a line of the list is not JSON', /Line \d+ of .* is not valid/, (lines, at) =>
    lines.with(at, '{"path":'),
  ),
  list('a line of the list is huge', /is longer than 1000 bytes/, (lines, at) =>
    lines.with(at, 'x'.repeat(5000)),
  ),
  database('a version in the database leads outside', /The database cannot be read/, (db) => {
    db.exec(`update image set file_version = '../../../../outside'`)
  }),
  database('a type in the database is unknown', /The database cannot be read/, (db) => {
    db.exec(`update image set file_type = 'text/html'`)
  }),
  database('a row of the database refers to nothing', /refers to a row/, (db) => {
    db.pragma('foreign_keys = off')
    db.exec('update image set license_id = 99')
  }),
  database('the database has a newer schema', /schema 9999-newer of another version/, (db) => {
    db.exec(`insert into kysely_migration values ('9999-newer', '2030-01-01')`)
  }),
  database('the database is another one', /The database cannot be read/, (db) => {
    db.exec('drop table kysely_migration')
  }),
  {
    name: 'the database is no database',
    reason: /cannot be read|not a database/,
    async apply({ path }) {
      await writeFile(join(path, DATABASE), 'x'.repeat(8192))
      await updateManifest(path)
    },
  },
  {
    name: 'pages of the database are overwritten',
    reason: /The database (is damaged|cannot be read)/,
    async apply({ path, random }) {
      const bytes = await readFile(join(path, DATABASE))
      const pages = bytes.length / 4096
      for (let count = 0; count < 40; count += 1) {
        const start = 4096 * (1 + random(pages - 1))
        bytes.fill(count, start, start + 4096)
      }
      await writeFile(join(path, DATABASE), bytes)
      await updateManifest(path)
    },
  },
]

type Random = Backup['random']

function stored(
  name: string,
  reason: RegExp,
  change: (path: string, random: Random) => Promise<void>,
): Mutation {
  const apply = async ({ path, random }: Backup) => {
    const lines = await readLines(path)
    const { path: key } = JSON.parse(lines[random(lines.length)]!) as { path: string }
    const target = join(path, 'objects', key)
    // A hard link of the catalog must not change.
    await copyFile(target, `${target}.copy`)
    await rename(`${target}.copy`, target)
    await change(target, random)
  }
  return { name, reason, apply }
}

function copied(
  name: string,
  file: string,
  reason: RegExp,
  change: (path: string, random: Random) => Promise<void>,
): Mutation {
  return { name, reason, apply: ({ path, random }) => change(join(path, file), random) }
}

interface ManifestContent {
  files: { path: string; size: number; sha256: string }[]
  stored_files: object
}

function manifest(
  name: string,
  reason: RegExp,
  change: (content: ManifestContent) => string,
): Mutation {
  const apply = async ({ path }: Backup) => {
    const content = JSON.parse(await readFile(join(path, MANIFEST), 'utf8')) as ManifestContent
    await signManifest(path, change(content))
  }
  return { name, reason, apply }
}

function list(
  name: string,
  reason: RegExp,
  change: (lines: string[], at: number) => string[],
): Mutation {
  const apply = async ({ path, random }: Backup) => {
    const lines = await readLines(path)
    // An original, which `reason` may name.
    const originals = lines.flatMap((line, at) => (line.includes('"images/') ? [at] : []))
    const changed = change(lines, originals[random(originals.length)]!)
    await writeFile(join(path, LIST), changed.map((line) => `${line}\n`).join(''))
    await updateManifest(path)
  }
  return { name, reason, apply }
}

function database(name: string, reason: RegExp, change: (db: Database.Database) => void): Mutation {
  const apply = async ({ path }: Backup) => {
    const db = new Database(join(path, DATABASE))
    const triggers = db.prepare<[], string>(`select name from sqlite_schema where type = 'trigger'`)
    for (const trigger of triggers.pluck().all()) db.exec(`drop trigger "${trigger}"`)
    change(db)
    db.close()
    await updateManifest(path)
  }
  return { name, reason, apply }
}

async function readLines(backup: string): Promise<string[]> {
  return (await readFile(join(backup, LIST), 'utf8')).trim().split('\n')
}

function replaceLine(lines: string[], at: number, members: object): string[] {
  return lines.with(at, JSON.stringify({ ...JSON.parse(lines[at]!), ...members }))
}

function replaceFile(content: ManifestContent, name: string, members: object): string {
  const files = content.files.map((file) => (file.path === name ? { ...file, ...members } : file))
  return JSON.stringify({ ...content, files })
}

async function flipByte(path: string, random: Random): Promise<void> {
  const bytes = await readFile(path)
  const at = random(bytes.length)
  bytes[at] = bytes[at]! ^ 1
  await writeFile(path, bytes)
}

/** Makes the manifest match the changed files, as an attacker would. */
async function updateManifest(backup: string): Promise<void> {
  const content = JSON.parse(await readFile(join(backup, MANIFEST), 'utf8')) as ManifestContent
  for (const file of content.files) {
    const bytes = await readFile(join(backup, file.path))
    file.size = bytes.length
    file.sha256 = createHash('sha256').update(bytes).digest('hex')
  }
  await signManifest(backup, JSON.stringify(content))
}

async function signManifest(backup: string, text: string): Promise<void> {
  await writeFile(join(backup, MANIFEST), text)
  const digest = createHash('sha256').update(text).digest('hex')
  await writeFile(join(backup, `${MANIFEST}.sha256`), `${digest}  ${MANIFEST}\n`)
}

/** Copies a backup, so that changes do not reach the catalog through hard links. */
export async function copyBackup(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to])
}

/** Lists the entries of a folder; none if it does not exist. */
export async function listEntries(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => [])
}
