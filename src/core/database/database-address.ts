/** Address of the database of a catalog, for threads that open it. */
export type DatabaseAddress =
  | { engine: 'sqlite'; file: string; spatialite: string | null }
  | { engine: 'postgres'; url: string }
