import type { ImageFilter } from '../lists/images.ts'

/**
 * The filters that all searches share. An absent member does not filter. Every caller finds the same images: public
 * ones that are not duplicates.
 */
export type SearchFilter = Pick<
  ImageFilter,
  'georeferenced' | 'yearMin' | 'yearMax' | 'sources' | 'collections' | 'subjects'
>

/** The filters of searches by texts and by what images show. */
export type ImageSearchFilter = SearchFilter & Pick<ImageFilter, 'creator' | 'fromAbove'>
