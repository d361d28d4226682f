/** The kinds of contributions that staff can revert together. */
export const CONTRIBUTION_KINDS = [
  'point_georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'tag',
  'removed_tag',
  'tag_order',
  'subject',
] as const

export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number]
