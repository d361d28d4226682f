import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { generate, syllableTexts, type TextsOf } from '../../support/generated-catalog/generate.ts'
import { sizeOf, type Size } from '../../support/generated-catalog/rows.ts'

/** Increases with every change of the generator. */
const GENERATOR = 2

/**
 * Returns the data directory of a catalog with this many images. Generates it once per schema, and keeps it.
 * @param name of the folder of catalogs with such texts
 */
export async function openScaleCatalog(
  images: number,
  name = 'scale',
  textsOf = syllableTexts,
): Promise<string> {
  const base = join(tmpdir(), `catalog-bench-${name}`)
  const making = join(base, `${images}-making`)
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  const schema = await createEmptyCatalog(making)
  const ready = join(base, `${images}-${schema}`)
  if (existsSync(ready)) await rm(making, { recursive: true })
  else {
    console.log(`Generating ${images} images in ${ready}`)
    fill(join(making, 'catalog.sqlite'), sizeOf(images), textsOf)
    await rename(making, ready)
  }
  return ready
}

/** Creates an empty catalog, and returns the name of its schema. */
async function createEmptyCatalog(data: string): Promise<string> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await (await openCatalog(config, secrets))[Symbol.asyncDispose]()
  const db = openConnection({ file: join(data, 'catalog.sqlite') })
  const statements = db.prepare('select sql from sqlite_master order by name').pluck().all()
  db.close()
  return createHash('sha256')
    .update(JSON.stringify([GENERATOR, statements]))
    .digest('hex')
    .slice(0, 12)
}

function fill(file: string, size: Size, textsOf: TextsOf): void {
  const db = openConnection({ file })
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  db.pragma('cache_size = -2000000')
  generate(db, size, textsOf, console.log)
  db.exec('delete from change where seq < (select max(seq) from change)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
