/** Columns that an update can clear: those that are optional in a commit. */
export const CLEARABLE = [
  'source_url',
  'description',
  'creator',
  'reference_id',
  'archive_position',
  'license_name',
  'rotation',
  'mirror',
  'subjects',
] as const

export type ClearableColumn = (typeof CLEARABLE)[number]
