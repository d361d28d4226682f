/** Verdicts of users on georeferences of other users. */
export const VERDICTS = ['correct', 'uncertain', 'incorrect'] as const
