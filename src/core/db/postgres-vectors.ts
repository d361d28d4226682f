import type { VectorSupport } from '../engine/postgres/vectors/inspect-vectors.ts'

/** Reads whether a PostgreSQL database has pgvector. Loads the client of PostgreSQL on first use. */
export async function readVectorSupport(url: string): Promise<VectorSupport> {
  const postgres = await import('../engine/postgres/vectors/inspect-vectors.ts')
  return await postgres.readVectorSupport(url)
}
