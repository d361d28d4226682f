/** The kinds of georeferences, by their tables: points, and areas of images taken from above. */
export type GeoreferenceKind = 'georeference' | 'from_above_georeference'
