import type { Catalog } from '../../../core/catalog/catalog.ts'
import { findSameView, type ViewImage } from '../../../core/queries/images/same-view.ts'
import { findOutlinedSubjects } from '../../../core/queries/subjects/outlined-subjects.ts'
import type { ImageContent } from '../../pages/image/image-content.ts'
import type { ThenAndNow } from '../../pages/image/then-and-now.ts'
import type { Visit } from '../../pages/visit.ts'
import { displayUrl } from '../../presenters/image-urls.ts'
import { presentImage } from '../../presenters/image.ts'

const MAX_OTHERS = 12

/** Reads the pictures that show the same view as an image. @param compare id of the one to compare it with */
export async function readThenAndNow(
  { language, links }: Visit,
  { reads }: Pick<Catalog, 'reads'>,
  {
    image,
    picture,
    placement,
    compare,
  }: Pick<ImageContent, 'image' | 'picture' | 'placement'> & { compare: string | undefined },
): Promise<ThenAndNow | null> {
  const direction = placement?.direction ?? null
  if (!picture || !placement || direction === null || !isUsable(image)) return null
  const { viewingCone, latitude, longitude } = placement
  const subjects = await findOutlinedSubjects(reads, [image.id])
  const view = {
    imageId: image.id,
    camera: { latitude, longitude, direction },
    subjects: (subjects.get(image.id) ?? []).map(({ middle }) => middle),
    viewingCone,
  }
  const images = await findSameView(reads, view, MAX_OTHERS)
  const other = images.find(({ id }) => String(id) === compare) ?? findFarthest(images, image.id)
  if (!other) return null
  const present = (one: ViewImage) => ({
    ...presentImage(one, links, language),
    display: displayUrl(links, one) ?? '',
  })
  return {
    pictures: images.map(present),
    compared: images.filter(({ id }) => id === image.id || id === other.id).map(present),
  }
}

function isUsable({ from_above, georeferences }: ImageContent['image']): boolean {
  return !from_above && georeferences.at(-1)?.verdict !== 'refuted'
}

/** Finds the image whose date is farthest from that of one of them. */
function findFarthest(images: readonly ViewImage[], id: number): ViewImage | undefined {
  const day = images.find((one) => one.id === id)?.middleDay ?? null
  const spanTo = ({ middleDay }: ViewImage): number =>
    day === null || middleDay === null ? -1 : Math.abs(middleDay - day)
  const [farthest] = images
    .filter((one) => one.id !== id)
    .toSorted((one, other) => spanTo(other) - spanTo(one))
  return farthest
}
