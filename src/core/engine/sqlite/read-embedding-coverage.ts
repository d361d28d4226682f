import Database from 'better-sqlite3'

/** How many images the wanted embedding model has embedded, of how many with a display version. */
export interface Coverage {
  embedded: number
  total: number
}

/** Counts without opening the catalog. Returns undefined if no model is wanted, or without such tables. */
export function readEmbeddingCoverage(file: string): Coverage | undefined {
  const db = new Database(file, { readonly: true })
  try {
    const select = db.prepare<[], Coverage>(
      `select (select count(*) from embedding where model_id = embedding_model.id) as embedded,
        (select count(*) from image where generation is not null) as total
       from embedding_model where wanted = 1`,
    )
    return select.get()
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
