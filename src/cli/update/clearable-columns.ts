/** Columns that an update can clear: those that a commit may leave out. */
export const CLEARABLE = [
  'source_url',
  'description',
  'creator',
  'reference_id',
  'license_name',
  'rotation',
  'mirror',
  'subjects',
] as const

export type ClearableColumn = (typeof CLEARABLE)[number]
