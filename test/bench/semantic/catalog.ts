import { join } from 'node:path'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import { encodeVector } from '../../../src/core/model/vectors/vector-encoding.ts'
import { openScaleCatalog } from '../scale/catalog.ts'
import { createVectors } from './vectors.ts'

/** The generator of images. That of texts has another seed. */
const SEED = 1
const PER_TRANSACTION = 20_000

const fewTexts = () => ({
  title: () => 'Street',
  description: () => null,
  comment: () => 'Yes',
  notes: () => null,
})

/** Returns the data directory of a catalog whose images all have an embedding. Generates it once, and keeps it. */
export async function openSemanticCatalog(images: number, dimension: number): Promise<string> {
  const data = await openScaleCatalog(images, `semantic-${dimension}`, fewTexts)
  const db = openConnection({ file: join(data, 'catalog.sqlite') })
  const embedded = db.prepare('select count(*) from embedding').pluck().get() as number
  if (embedded < images) {
    console.log(`Generating ${images} embeddings of ${dimension} numbers`)
    db.pragma('synchronous = OFF')
    db.exec(`delete from embedding; delete from embedding_model;
      insert into embedding_model (key, name, wanted, answers, enqueued) values ('bench', 'bench', 1, 1, 1);
      insert or replace into setting (name, value) values ('embedding_model', '"bench"')`)
    const insert = db.prepare(
      `insert into embedding (image_id, model_id, picture, vector)
       values (?, (select id from embedding_model), 'x', ?)`,
    )
    const vectors = createVectors(dimension, SEED)
    for (let first = 1; first <= images; first += PER_TRANSACTION) {
      db.exec('begin')
      for (let id = first; id < Math.min(first + PER_TRANSACTION, images + 1); id += 1)
        insert.run(id, encodeVector(vectors.nextImage()))
      db.exec('commit')
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
  }
  db.close()
  return data
}
