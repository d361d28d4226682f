import type { Oembed } from '../../core/contract/oembed.ts'
import { html } from '../../core/base/html.ts'
import { THUMBNAIL_SIDE } from '../../core/base/limits.ts'
import type { ImageDetailRow } from '../../core/queries/images/images.ts'
import type { Links } from '../http/links.ts'
import { presentPicturedImage, type PicturedImage } from './image-page.ts'

export interface OembedContext extends FrameLimits {
  links: Links
  siteName: string
}

/** The space of the other site, in CSS pixels. */
interface FrameLimits {
  maxWidth?: number | undefined
  maxHeight?: number | undefined
}

const WIDTH = 640
/** Of the caption and the credit below the picture. */
const TEXT_HEIGHT = 96
const TALLEST = 900

/** Without a known size of the picture. */
const LANDSCAPE = { width: 4, height: 3 }

/** Describes how to embed a public image: in a frame that keeps the shape of its picture, if there is room. */
export function presentOembed(row: ImageDetailRow, context: OembedContext): Oembed {
  const { links, siteName } = context
  const pictured = presentPicturedImage(row, links)
  const { image, picture } = pictured
  return {
    version: '1.0',
    type: 'rich',
    title: image.title,
    ...(image.creator !== '' && { author_name: image.creator }),
    provider_name: siteName,
    provider_url: links.base('/'),
    ...presentFrame(links, pictured, context),
    ...(image.thumbnail !== null &&
      picture?.size && {
        thumbnail_url: image.thumbnail,
        ...presentThumbnailSize(picture.size),
      }),
  }
}

/** The markup with which another site shows an image in a frame, and the size of the frame in CSS pixels. */
export function presentFrame(
  links: Links,
  { image, picture }: PicturedImage,
  { maxWidth = WIDTH, maxHeight = TALLEST }: FrameLimits = {},
): Pick<Oembed, 'html' | 'width' | 'height'> {
  const size = picture?.size ?? LANDSCAPE
  const width = Math.min(WIDTH, maxWidth)
  const wanted = Math.round((width * size.height) / size.width) + TEXT_HEIGHT
  const height = Math.min(wanted, TALLEST, maxHeight)
  const source = `${links.image(image.id)}embed/`
  const attributes = html`src="${source}" width="${width}" height="${height}" title="${image.title}"`
  return { html: html`<iframe ${attributes} loading="lazy"></iframe>`.text, width, height }
}

/** @param size of the picture */
function presentThumbnailSize({ width, height }: typeof LANDSCAPE) {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height))
  return {
    thumbnail_width: Math.max(1, Math.round(width * scale)),
    thumbnail_height: Math.max(1, Math.round(height * scale)),
  }
}
