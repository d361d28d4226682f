import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { shorten } from '../../../core/model/text.ts'
import type { Visit } from '../visit.ts'
import { chooseTagline } from './translated.ts'

/** Preview of a page in search engines and on other sites. */
export interface Preview {
  /** By default, the tagline. */
  description?: string
  picture?: PreviewPicture | undefined
  /** Whether the page is about one work. */
  isArticle?: boolean
}

export interface PreviewPicture {
  url: string
  alt: string
}

/** Search engines and other sites show no more. */
const MAX_DESCRIPTION = 300

/** Renders the description, and the properties of Open Graph (https://ogp.me). */
export function renderPreview(
  visit: Visit,
  { title, url }: { title: string; url: string },
  { description = '', picture, isArticle = false }: Preview,
): Html {
  const { siteName } = visit
  const text = shorten(
    description === '' ? chooseTagline(visit).text : description,
    MAX_DESCRIPTION,
  )
  return html`<meta name="description" content="${text}" />
    <meta property="og:type" content="${isArticle ? 'article' : 'website'}" />
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${text}" />
    <meta property="og:url" content="${url}" />
    ${
      picture &&
      html`<meta property="og:image" content="${picture.url}" />
        <meta property="og:image:alt" content="${picture.alt}" />
        <meta name="twitter:card" content="summary_large_image" />`
    }`
}

/** The thumbnail of the first image that has one. */
export function findPreviewPicture(images: readonly Image[]): PreviewPicture | undefined {
  for (const { thumbnail, title } of images)
    if (thumbnail !== null) return { url: thumbnail, alt: title }
  return undefined
}
