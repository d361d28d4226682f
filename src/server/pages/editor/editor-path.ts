import type { ImageDetail } from '../../../core/contract/image.ts'

/** The path of the editor that places an image: of the area it covers, or of its camera. */
export function editorPath({
  id,
  from_above: isFromAbove,
}: Pick<ImageDetail, 'id' | 'from_above'>) {
  return isFromAbove ? `/polygonal-georeference/${id}/` : `/georeference/?image=${id}`
}
