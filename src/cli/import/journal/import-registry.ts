import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ensureStateFolder, getStateFolderPath } from '../../login/state-folder.ts'
import { createPrivateFile } from '../../terminal/private-file.ts'
import type { Batch } from './journal-database.ts'
import { openIfReadable, type JournalReader } from './journal-reader.ts'

/** An entry of the registry of this user's imports. The journal itself is authoritative. */
interface KnownImport {
  id: string
  /** Folder of the journal. */
  folder: string
  manifest: string
  instance: string
  account: string
  /** Microseconds since the epoch. */
  last_run_at: number
}

const SCHEMA = `
create table if not exists import (
  folder text not null primary key,
  id text not null,
  manifest text not null,
  instance text not null,
  account text not null,
  last_run_at integer not null
) strict`

export async function registerImport(
  env: NodeJS.ProcessEnv,
  { id, manifest, instance, updatedAt }: Batch,
  { folder, account }: { folder: string; account: string },
): Promise<void> {
  using registry = await openRegistry(env)
  const columns = 'folder, id, manifest, instance, account, last_run_at'
  registry.db
    .prepare(`insert or replace into import (${columns}) values (?, ?, ?, ?, ?, ?)`)
    .run(folder, id, manifest, instance, account, updatedAt)
}

/** Lists the registered imports, the latest first. Creates nothing. */
export async function listImports(env: NodeJS.ProcessEnv): Promise<KnownImport[]> {
  if (!existsSync(registryPath(getStateFolderPath(env)))) return []
  using registry = await openRegistry(env)
  return registry.db
    .prepare<[], KnownImport>('select * from import order by last_run_at desc, id')
    .all()
}

export async function unregisterImport(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  using registry = await openRegistry(env)
  registry.db.prepare('delete from import where folder = ?').run(folder)
}

function registryPath(folder: string): string {
  return join(folder, 'imports.sqlite')
}

async function openRegistry(
  env: NodeJS.ProcessEnv,
): Promise<Disposable & { db: Database.Database }> {
  const file = registryPath(await ensureStateFolder(env))
  createPrivateFile(file)
  const db = new Database(file, { timeout: 10_000 })
  try {
    db.exec(SCHEMA)
    return { db, [Symbol.dispose]: () => void db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whether another import from this computer into the same instance created the image. */
export async function isOfOtherImport(
  env: NodeJS.ProcessEnv,
  { folder, batch }: Pick<JournalReader, 'folder' | 'batch'>,
  imageId: number,
): Promise<boolean> {
  const others = (await listImports(env)).filter(
    (known) => known.folder !== folder && known.instance === batch.instance,
  )
  return others.some((known) => {
    using journal = openIfReadable(known.folder)
    return journal?.findByImage(imageId) !== undefined
  })
}
