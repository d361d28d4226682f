import type { VectorSupport } from './inspect-vectors.ts'

/** Reads whether a PostgreSQL database has pgvector. Loads the client of PostgreSQL on first use. */
export async function readVectorSupport(url: string): Promise<VectorSupport> {
  const postgres = await import('./inspect-vectors.ts')
  return await postgres.readVectorSupport(url)
}
