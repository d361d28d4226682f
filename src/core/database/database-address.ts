/** Where a thread opens the database of a catalog. */
export type DatabaseAddress =
  | { engine: 'sqlite'; file: string; spatialite: string | null }
  | { engine: 'postgres'; url: string }
