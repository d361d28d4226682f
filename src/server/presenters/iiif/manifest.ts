import type { ContributionsLicense } from '../../../core/config/contributions-license.ts'
import type { PictureFile, ServedPicture } from '../../../core/iiif/canvas.ts'
import { describeFullImage } from '../../../core/iiif/full-image.ts'
import { english, untagged } from '../../../core/iiif/language-map.ts'
import type { ManifestContent } from '../../../core/iiif/manifest.ts'
import type { ExternalResource } from '../../../core/iiif/resource.ts'
import { isPublicImage, type Visibility } from '../../../core/model/visibility.ts'
import type { PresentedImage } from '../../../core/queries/images/presentation-image.ts'
import { serviceUrl } from '../../iiif/service-url.ts'
import { originalUrl, thumbnailUrl } from '../image-urls.ts'
import type { Links } from '../../http/links.ts'
import { manifestUrl, placeholderUrl } from '../presentation-urls.ts'
import { presentContainer, presentPage, presentProvider, presentRecord } from './links.ts'
import { presentNavigation } from './navigation.ts'
import { presentAttribution, presentMetadata, presentPlaceLicense } from './metadata.ts'
import { PLACEHOLDER_SIZE } from './placeholder.ts'

export interface ManifestContext {
  links: Links
  siteName: string
  visibility: Visibility
  /** License of what users contribute, such as the place. */
  contributionsLicense: ContributionsLicense | null
}

/** Presents an image as a IIIF manifest. */
export function presentManifest(
  image: PresentedImage,
  { links, siteName, visibility, contributionsLicense }: ManifestContext,
): ManifestContent {
  const { id, source_id, source_name, source_url, collection_id, collection_name } = image
  const collection = { kind: 'collection', id: collection_id } as const
  return {
    id: manifestUrl(links, id),
    label: untagged(image.title),
    summary: image.description,
    metadata: [
      ...presentMetadata(image, visibility),
      ...(image.place && contributionsLicense ? [presentPlaceLicense(contributionsLicense)] : []),
    ],
    requiredStatement: presentAttribution(image),
    license: image.license_url,
    provider: [presentProvider(links, { id: source_id, name: source_name, url: source_url })],
    homepage: [presentPage(links.image(id), siteName, ['en'])],
    seeAlso: [presentRecord(links, `/images/${id}/`)],
    rendering: presentOriginal(image, links),
    partOf: [presentContainer(links, collection, collection_name)],
    ...presentNavigation(links, image),
    picture: presentPicture(image, links),
    placeholder: { url: placeholderUrl(links), format: 'image/png', size: PLACEHOLDER_SIZE },
    thumbnail: presentThumbnail(image, links),
  }
}

/** The original of a non-public image has no address of its own. */
function presentOriginal(image: PresentedImage, links: Links): ExternalResource[] {
  const { id, file_version: version, file_type: type } = image
  if (version === null || type === null || !isPublicImage(image)) return []
  const url = originalUrl(links, { id, version, type })
  return [{ id: url, type: 'Image', label: english('Original file'), format: type }]
}

function presentPicture(image: PresentedImage, links: Links): ServedPicture | undefined {
  const { id, tiles_generation: generation, tiles_width: width, tiles_height: height } = image
  if (generation === null || width === null || height === null) return undefined
  const tiles = { imageId: id, generation }
  return {
    service3: serviceUrl(links, 3, tiles),
    service2: serviceUrl(links, 2, tiles),
    // A manifest contains no enlarged image.
    image: describeFullImage({ width, height }, 1),
  }
}

function presentThumbnail(image: PresentedImage, links: Links): PictureFile | undefined {
  const url = thumbnailUrl(links, image)
  return url === null ? undefined : { url, format: 'image/jpeg' }
}
