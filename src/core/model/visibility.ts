/** Records that a caller sees: only public ones, or all. `getVisibility` of `auth/caller.ts` decides which. */
export type Visibility = 'public' | 'everything'

/** Whether an image is public, which requires that its collection and its source are. */
export function isPublicImage(image: { collection_public: 0 | 1; source_public: 0 | 1 }): boolean {
  return image.collection_public === 1 && image.source_public === 1
}
