/** What a user thinks of another user's georeference. */
export const VERDICTS = ['correct', 'uncertain', 'incorrect'] as const
