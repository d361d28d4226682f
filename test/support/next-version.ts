import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Phase } from '../../src/core/database/migrations/schema-change.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A migration of PostgreSQL in a later version of the program. */
export interface LaterMigration {
  phase: Phase
  statements: string
}

/**
 * Copies the built program to a new folder as another version, with migrations by name that this one lacks.
 * @returns the path of its launcher
 */
export async function createNextVersion(
  folder: string,
  later: Readonly<Record<string, LaterMigration>>,
): Promise<string> {
  await mkdir(folder)
  for (const name of ['bin', 'dist'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '9.0.0' }))
  const index = join(folder, 'dist/core/database/migrations/index.js')
  const added = Object.entries(later).map(toCode).join('')
  const text = await readFile(index, 'utf8')
  await writeFile(index, `import { sql } from 'kysely'\n${text}\n${added}`)
  return join(folder, 'bin/catalog.js')
}

function toCode([name, { phase, statements }]: [string, LaterMigration]): string {
  const run = `async (db) => void (await sql.raw(${JSON.stringify(statements)}).execute(db))`
  return `schemaChanges['${name}'] = { phase: '${phase}', postgres: { after: ${run} } }\n`
}
