import type { Extension } from '../../database/postgres/extension.ts'

/** The first version whose index goes on until enough vectors pass a filter. */
const ITERATIVE_SCANS = '0.8.0'

export const PGVECTOR: Extension = {
  name: 'vector',
  package: (version) => `postgresql-${version}-pgvector`,
  isTrusted: false,
  since: ITERATIVE_SCANS,
}
