/** How certain the contributor of a georeference is, in ascending order. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const
