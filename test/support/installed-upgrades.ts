import { readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import {
  fetchJson,
  giveToUser,
  runJson,
  tryServing,
  useData,
  waitForThumbnail,
  type InstalledProgram,
} from './installed-program.ts'
import { unpackBackup, unpackDatabase } from './kept-releases.ts'

/** An image of the demonstration whose file the fixtures keep. */
const WITH_FILE = 13

/** What an earlier version left on a host. */
export interface EarlierCatalog {
  name: string
  /** Whether it has the files of images; some of them, as the fixtures. */
  hasFiles: boolean
  /** The program with its data directory and database. */
  program: InstalledProgram
  /** Makes the copy for going back; on SQLite, the upgrade does. */
  backUp?: () => Promise<void>
  /** Puts the copy from before the upgrade in place. @returns the program with it */
  goBack: () => Promise<InstalledProgram>
}

/**
 * Upgrades a catalog by serving it, goes back as docs/versioning.md says, and upgrades it again. Fails unless all of it works.
 * @param former the path of the earlier version's program, if it is installed
 */
export async function tryUpgrade(
  { name, hasFiles, program, backUp, goBack }: EarlierCatalog,
  former?: string,
): Promise<void> {
  const expectImages = hasFiles ? expectPicture : expectRecords
  const pending = await readPending(program)
  await backUp?.()
  await tryServing(program, expectImages)
  if (hasFiles) await runJson(program, 'admin storage verify')
  if ((await readPending(program)).length > 0) throw new Error(`${name} was not migrated.`)
  if (pending.length === 0) return
  if (former !== undefined) await expectRefusal(withFormer(program, former))
  const earlier = await goBack()
  expectSame(`${name} after going back`, await readPending(earlier), pending)
  if (former !== undefined) await tryServing(withFormer(earlier, former), expectImages)
  const { applied } = await runJson(earlier, 'admin migrate up')
  expectSame(`${name} after going back and upgrading again`, applied ?? [], pending)
}

function expectSame(what: string, found: readonly string[], expected: readonly string[]): void {
  if (found.join() !== expected.join())
    throw new Error(`${what}: ${found.join()} instead of ${expected.join()}`)
}

async function readPending(program: InstalledProgram): Promise<string[]> {
  const { pending } = await runJson(program, 'admin migrate status')
  return pending ?? []
}

function withFormer(program: InstalledProgram, former: string): InstalledProgram {
  return { ...program, args: [...program.args.slice(0, -1), former] }
}

/** A former version refuses the database of a later one. */
async function expectRefusal(former: InstalledProgram): Promise<void> {
  const { code } = await runJson(former, 'admin user list').then(
    () => ({ code: 0 }),
    (error: { code: number }) => error,
  )
  if (code !== 8) throw new Error(`The former version ended with exit code ${code} instead of 8.`)
}

async function expectRecords(url: string): Promise<void> {
  const { count } = await fetchJson(`${url}/api/v2/images/`)
  if (count < 50) throw new Error(`There are ${count} images.`)
}

async function expectPicture(url: string): Promise<void> {
  await expectRecords(url)
  await waitForThumbnail(`${url}/api/v2/images/${WITH_FILE}/`)
}

/** Restores the backup of a version. */
export async function restoreKeptBackup(
  version: string,
  program: InstalledProgram,
): Promise<EarlierCatalog> {
  const folder = join(program.folder, `${version}-backup`)
  const backup = await unpackBackup(version, folder)
  await giveToUser(program, folder)
  const restored = useData(program, `${version}-restored`)
  const inside = join(program.folderInside, relative(program.folder, backup))
  await runJson(restored, `admin restore ${inside}`)
  const name = `backup of ${version}`
  return { name, hasFiles: true, ...onSqlite(restored, `${version}-restored`) }
}

/** Creates the data directory of a version, without the files of images. */
export async function createKeptData(
  version: string,
  program: InstalledProgram,
): Promise<EarlierCatalog> {
  const folder = `${version}-data`
  await unpackDatabase(version, join(program.folder, folder))
  await giveToUser(program, join(program.folder, folder))
  const name = `database of ${version} on SQLite`
  return { name, hasFiles: false, ...onSqlite(useData(program, folder), folder) }
}

function onSqlite(
  program: InstalledProgram,
  folder: string,
): Pick<EarlierCatalog, 'program' | 'goBack'> {
  const data = join(program.folder, folder)
  const file = join(data, 'catalog.sqlite')
  return {
    program,
    async goBack() {
      const names = await readdir(data)
      const copy = names.find((file) => /^before-.*\.sqlite$/.test(file))
      if (copy === undefined) throw new Error(`${data} has no copy from before the upgrade.`)
      for (const suffix of ['wal', 'shm']) await rm(`${file}-${suffix}`, { force: true })
      await rename(join(data, copy), file)
      return program
    },
  }
}
