import type { ImageDetail } from '../../../core/contract/image.ts'
import { pathInScope, type Scope } from './scope.ts'

/**
 * The path of the editor that places an image: of the area it covers, or of its camera.
 * @param scope the images among which its user goes on
 */
export function editorPath(
  { id, from_above: isFromAbove }: Pick<ImageDetail, 'id' | 'from_above'>,
  scope: Scope = {},
): string {
  if (isFromAbove) return pathInScope(`/polygonal-georeference/${id}/`, scope)
  return pathInScope('/georeference/', scope, { image: String(id) })
}
