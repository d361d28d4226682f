/** Confidence of the contributor of a georeference, in ascending order. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const

/** In tables, in place of a confidence: the position is suggested to people, and places nothing. */
export const SUGGEST = 'suggest'
