import type { Cover } from '../../core/queries/images/covers.ts'
import { thumbnailUrl } from './image-urls.ts'
import type { Links } from '../http/links.ts'

/** The URL of the thumbnail of a cover; null without one. */
export function presentCover(cover: Cover | undefined, links: Links): string | null {
  return cover ? thumbnailUrl(links, cover) : null
}
