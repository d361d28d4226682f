import type { ImageFilter } from '../queries/lists/images.ts'

/**
 * The filters that all searches share. An absent member does not filter. A search finds public images that are not
 * duplicates, whoever asks.
 */
export type SearchFilter = Pick<
  ImageFilter,
  'georeferenced' | 'yearMin' | 'yearMax' | 'sources' | 'collections' | 'subjects'
>
