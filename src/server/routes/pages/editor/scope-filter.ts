import { imageQuery } from '../../../../core/contract/image.ts'
import { parseBox, type Box } from '../../../../core/model/geometry/box.ts'
import type { Reads } from '../../../../core/database/store.ts'
import { findFilterNames } from '../../../../core/queries/site/filter-names.ts'
import type { ImageFilter } from '../../../../core/queries/lists/images.ts'
import { toImageFilter } from '../../../http/list-filters.ts'
import type { Scope } from '../../../pages/editor/scope.ts'

/** Parses a scope. One that is invalid holds all images. */
export function toScopeFilter(scope: Scope): ImageFilter {
  const parsed = imageQuery.safeParse(scope)
  return parsed.success ? toImageFilter(parsed.data, 'public') : { visibility: 'public' }
}

/** Parses the box of a scope. One that is invalid holds the whole world. */
export function toScopeBox({ in_bbox: text }: Scope): Box | undefined {
  if (text === undefined) return undefined
  try {
    return parseBox(text)
  } catch {
    return undefined
  }
}

/** Finds the names of the sources, collections and subjects of a scope. Those that are not public have none. */
export async function findScopeNames(reads: Reads, scope: Scope): Promise<string[]> {
  const { sources, collections, subjects } = await findFilterNames(reads, toScopeFilter(scope))
  return [sources, collections, subjects].flatMap((named) => [...named.values()])
}
