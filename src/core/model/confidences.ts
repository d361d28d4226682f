/** Confidence of the contributor of a georeference, in ascending order. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const
