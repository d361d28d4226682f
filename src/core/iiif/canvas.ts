/** Canvases: Presentation API 3.0, 5.3, with 5.5 to 5.7. */

import type { FullImage, Size } from './full-image.ts'
import type { LanguageMap } from './language-map.ts'
import { findMaxSize } from './output-size.ts'
import { listSizes } from './pyramid.ts'

/** A picture at a fixed address. */
export interface PictureFile {
  url: string
  /** The media type. */
  format: string
  /** Absent if it is not known. */
  size?: Size
}

/** A picture with its image services. */
export interface ServedPicture {
  /** The base URIs of Image API 3.0 and 2.1, without a trailing slash. */
  service3: string
  service2: string
  image: FullImage
}

/** Builds a Canvas that one picture fills. @param id ends with a slash */
export function buildCanvas(id: string, label: LanguageMap, body: object, size: Size) {
  const pageId = `${id}page/`
  const painting = {
    id: `${pageId}painting/`,
    type: 'Annotation',
    motivation: 'painting',
    body,
    target: id,
  }
  const page = { id: pageId, type: 'AnnotationPage', items: [painting] }
  return { id, type: 'Canvas', label, height: size.height, width: size.width, items: [page] }
}

/** Describes a picture as large as its service returns it. */
export function describePicture(picture: ServedPicture) {
  const size = findMaxSize(picture.image, picture.image, false)
  return describeServed(picture, `${picture.service3}/full/max/0/default.jpg`, size)
}

/** Describes a thumbnail that is a stored tile, because the smallest size of a picture fits into one. */
export function describeThumbnail(picture: ServedPicture) {
  const [size = picture.image] = listSizes(picture.image)
  const url = `${picture.service3}/full/${size.width},${size.height}/0/default.jpg`
  return describeServed(picture, url, size)
}

/** Describes a picture without a service. */
export function describeFile({ url, format, size }: PictureFile) {
  return { id: url, type: 'Image', format, height: size?.height, width: size?.width }
}

function describeServed({ service3, service2, image }: ServedPicture, url: string, size: Size) {
  const { width, height } = image
  return {
    ...describeFile({ url, format: 'image/jpeg', size }),
    service: [
      {
        id: service3,
        type: 'ImageService3',
        profile: 'level2',
        width,
        height,
        sizes: listSizes(image),
      },
      {
        '@id': service2,
        '@type': 'ImageService2',
        profile: 'http://iiif.io/api/image/2/level2.json',
      },
    ],
  }
}
