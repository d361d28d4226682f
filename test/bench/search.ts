/**
 * Searches in a large catalog, see `search/README.md`. `SEARCH_IMAGES` sets the numbers of images, separated by commas
 * (100000,1000000 by default); generated catalogs are kept for the next run.
 */

import { join } from 'node:path'
import { env } from 'node:process'
import { openConnection } from '../../src/core/engine/sqlite/connection.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { describeTexts } from './search/corpus.ts'
import { createTexts } from './search/texts.ts'

const SIZES = (env.SEARCH_IMAGES ?? '100000,1000000').split(',').map(Number)

for (const images of SIZES) await measureCatalog(images)

async function measureCatalog(images: number): Promise<void> {
  const data = await openScaleCatalog(images, 'search', createTexts)
  const db = openConnection({ file: join(data, 'catalog.sqlite'), readonly: true })
  console.log(`\n${images} images in ${data}: ${describeTexts(db)}`)
  db.close()
}
