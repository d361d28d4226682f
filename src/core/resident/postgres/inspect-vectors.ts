import { connect } from '../../database/postgres/connect.ts'
import { toStorageError } from '../../database/postgres/errors.ts'
import {
  notCreated,
  notInstalled,
  readExtension,
  tooOld,
} from '../../database/postgres/extension.ts'
import type { CatalogError } from '../../base/errors.ts'
import { PGVECTOR } from './prepare-vectors.ts'

/** Whether a database can compare embeddings. */
export type VectorSupport =
  /** The version of pgvector. */
  { version: string } | { problem: CatalogError }

/**
 * Reads whether a database has pgvector. Changes nothing.
 * @throws CatalogError kind `unavailable` if it cannot be reached
 */
export async function readVectorSupport(url: string): Promise<VectorSupport> {
  const db = connect(url, 1)
  try {
    const state = await readExtension(db, PGVECTOR)
    if (state.created === null) {
      return { problem: (state.installed === null ? notInstalled : notCreated)(PGVECTOR, state) }
    }
    return state.suffices ? { version: state.created } : { problem: tooOld(PGVECTOR, state) }
  } catch (error) {
    throw toStorageError(error) ?? error
  } finally {
    await db.destroy()
  }
}
