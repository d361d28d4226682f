/** Why a change in the audit log cannot be reverted, for people. The names are codes of the API. */
export const REVERT_OBSTACLES = {
  created: 'Nothing existed before this change. Delete what it created instead.',
  deleted: 'Deleted images and collections cannot be restored.',
  file_replaced: 'The previous file is deleted.',
  announced: 'An announcement is made once and cannot be withdrawn.',
  merged: 'The tags and the activity of merged subjects cannot be separated again.',
  host_only: 'Accounts, apps, tokens, keys and models are managed on the host only.',
  summary: 'This is a summary of the changes of its batch. Revert the batch instead.',
  no_values: 'There are no values that could be written again.',
  incomplete: 'The audit log does not hold everything that was changed.',
} as const satisfies Record<string, string>

export type RevertObstacle = keyof typeof REVERT_OBSTACLES

/** Why a change of a batch is left as it is when the batch is reverted. The names are codes of the API. */
export const LEFT_REASONS = {
  ...REVERT_OBSTACLES,
  changed_since: 'Its object was changed since.',
  gone: 'Its object does not exist any more.',
  refused: 'The previous values are not valid any more, or only administrators may write them.',
} as const satisfies Record<string, string>

export type LeftReason = keyof typeof LEFT_REASONS
