import type { z } from 'zod'
import { hostSource, newCollection } from './new-source.ts'

/** Members of a source to change. Absent members stay unchanged; a blank `url` or `description` is cleared. */
export const sourceEdit = hostSource
  .pick({ name: true, slug: true, url: true, description: true })
  .partial()

export type SourceEdit = z.output<typeof sourceEdit>

/** The same for a collection. */
export const collectionEdit = newCollection
  .pick({ name: true, slug: true, url: true, description: true })
  .partial()

export type CollectionEdit = z.output<typeof collectionEdit>
