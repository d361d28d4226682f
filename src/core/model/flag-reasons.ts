/** Why a user reports an image to staff. `place`: it cannot be placed, or is in the wrong place. */
export const FLAG_REASONS = ['place', 'date', 'rights', 'private', 'duplicate', 'other'] as const
export type FlagReason = (typeof FLAG_REASONS)[number]
