import { CatalogError } from '../../../core/base/errors.ts'
import { PICTURE_FORMATS } from '../../../core/model/picture-format.ts'

export const PICTURE_KINDS = ['permalink', 'original', 'thumbnail'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** The members of an image that tell where its files are. */
export interface ImageFiles {
  id: number
  permalink: string | null
  thumbnail: string | null
}

/**
 * Returns the URLs at which a file may be, the likeliest first.
 * @throws CatalogError kind `not_found` if the image has no such file
 */
export function listPictureUrls(image: ImageFiles, kind: PictureKind): string[] {
  const { id, permalink, thumbnail } = image
  const url = kind === 'thumbnail' ? thumbnail : permalink
  if (url === null) throw new CatalogError('not_found', `Image ${id} has no ${NAMES[kind]}.`)
  return kind === 'original' ? listOriginalUrls(id, url) : [url]
}

const NAMES: Record<PictureKind, string> = {
  permalink: 'file',
  original: 'file',
  thumbnail: 'thumbnail yet',
}

/**
 * Once an image has a corrected version, its permalink names that one. The original is at
 * `images/<id>/original.<ext>` below the same address, with an extension that the API does not tell.
 */
function listOriginalUrls(id: number, permalink: string): string[] {
  if (new URL(permalink).pathname.includes(`/images/${id}/original.`)) return [permalink]
  const [base, ...rest] = permalink.split(/\/derivatives\//)
  if (base === undefined || rest.length === 0) {
    throw new CatalogError(
      'not_found',
      `The address of the original of image ${id} is unknown. Use --what permalink.`,
    )
  }
  return PICTURE_FORMATS.map(({ extension }) => `${base}/images/${id}/original.${extension}`)
}

const EXTENSIONS: ReadonlySet<string> = new Set([
  ...PICTURE_FORMATS.map(({ extension }) => extension),
  'jpeg',
  'tiff',
])

/**
 * Returns a name that is safe in any folder: the ID of the image, and the extension in the URL. Other extensions than
 * those of pictures become `jpg`, because the file must not be taken for a program.
 */
export function nameFile(id: number, kind: PictureKind, url: string): string {
  const [, given = ''] = /\.([a-z\d]{1,5})$/i.exec(new URL(url).pathname) ?? []
  const extension = given.toLowerCase()
  const suffix = kind === 'permalink' ? '' : `-${kind}`
  return `${id}${suffix}.${EXTENSIONS.has(extension) ? extension : 'jpg'}`
}
