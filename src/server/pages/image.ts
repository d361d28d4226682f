import type { ImageDetail } from '../../core/contract/image.ts'
import { html, type Html } from '../../core/html.ts'
import type { ProcessingState } from '../../core/model/processing.ts'
import { isHttpUrl } from '../../core/model/text.ts'
import type { Basemap } from '../basemap/find-basemap.ts'
import type { PresentedImagePage } from '../presenters/image-page.ts'
import type { Page } from './layout.ts'
import { mapPolicy } from './parts/map-frame.ts'
import { renderRegionTexts } from './parts/region-texts.ts'
import { renderSmallMap } from './parts/small-map.ts'
import type { Visit } from './visit.ts'

export interface ImagePage extends PresentedImagePage {
  visit: Visit
  basemap: Basemap
}

/** Shows an image with its metadata. Without scripts, only the zoom is missing. */
export function createImagePage(page: ImagePage): Page {
  const { image, placement, visit, basemap } = page
  return {
    title: image.title,
    hasPictures: true,
    ...(placement && mapPolicy(basemap)),
    isEnhanced: true,
    head: renderHead(page),
    main: html`<h1 dir="auto">${image.title}</h1>
      ${renderFrame(page)} ${renderDuplicate(page)}
      ${image.description !== '' && html`<p class="description" dir="auto">${image.description}</p>`}
      ${renderFacts(image)} ${placement && renderSmallMap(visit, placement, basemap)}
      ${renderLinks(page)}`,
  }
}

/** For search engines, for previews in other sites (Open Graph), and for IIIF viewers. */
function renderHead({ image, picture, manifestUrl, visit: { links } }: ImagePage): Html {
  return html`<link rel="canonical" href="${links.image(image.id)}" />
    <link rel="alternate" type="application/json" href="${image.detail_url}" />
    <link rel="alternate" type="application/ld+json" href="${manifestUrl}" />
    <meta property="og:title" content="${image.title}" />
    <meta property="og:url" content="${links.image(image.id)}" />
    ${picture && html`<meta property="og:image" content="${picture.url}" />`}`
}

function renderFrame({ image, picture, processing, visit }: ImagePage): Html {
  if (!picture) return html`<p class="note">${EXPLANATIONS[processing ?? 'none']}</p>`
  const { url, size, service } = picture
  const { maps } = visit.messages
  const isTall = size !== null && size.height > size.width
  return html`<div
    class="${isTall ? 'frame tall' : 'frame'}"
    ${
      service !== null &&
      html`data-enhance="viewer" data-service="${servicePath(service)}"
      ${renderRegionTexts(visit, {
        label: maps.picture(image.title),
        help: maps.pictureHelp,
        reset: maps.wholePicture,
      })}`
    }
  >
    <a href="${url}"
      ><img
        src="${url}"
        alt="${image.title}"
        ${size && html`width="${size.width}" height="${size.height}"`}
    /></a>
  </div>`
}

/** Why an image has no picture, by the processing state of its file. */
const EXPLANATIONS: Record<ProcessingState | 'none', string> = {
  pending: 'The picture is being processed. Reload this page in a moment.',
  ready: 'The picture is being processed. Reload this page in a moment.',
  damaged: 'The picture can’t be shown, because its file is damaged.',
  failed: 'The picture can’t be shown, because its file could not be processed.',
  none: 'This image has no picture yet.',
}

/** The path of a IIIF service, so that the viewer loads tiles from the host at which the page was opened. */
function servicePath(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '')
}

function renderDuplicate({ image: { duplicate_of: original }, visit }: ImagePage): Html | null {
  if (original === null) return null
  return html`<p class="note">
    This image shows the same picture as
    <a href="${visit.links.image(original)}">image ${original}</a>.
  </p>`
}

function renderFacts(image: ImageDetail): Html {
  const { date_display, original_date, creator, collection, license } = image
  const facts: [name: string, value: string | Html | null][] = [
    ['Date', date_display],
    ['Date as recorded', original_date === date_display ? null : original_date],
    ['Creator', creator],
    ['Source', collection.source_name],
    ['Collection', collection.name],
    ['License', license && renderLicense(license)],
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        value !== null &&
        value !== '' &&
        html`<div>
          <dt>${name}</dt>
          <dd dir="auto">${value}</dd>
        </div>`,
    )}
  </dl>`
}

function renderLicense({ display_name, permalink }: NonNullable<ImageDetail['license']>): Html {
  return isHttpUrl(permalink)
    ? html`<a href="${permalink}" rel="license">${display_name}</a>`
    : html`${display_name}`
}

function renderLinks({ image, originalUrl, manifestUrl }: ImagePage): Html {
  const { permalink, original_url, detail_url } = image
  return html`<h2>Links</h2>
    <ul>
      ${originalUrl !== null && html`<li><a href="${originalUrl}">Original file</a></li>`}
      ${
        permalink !== null &&
        permalink !== originalUrl &&
        html`<li><a href="${permalink}">Full-size picture</a>, turned upright</li>`
      }
      ${
        isHttpUrl(original_url) && html`<li><a href="${original_url}">Record of the source</a></li>`
      }
      <li><a href="${manifestUrl}">IIIF manifest</a>, for image viewers</li>
      <li><a href="${detail_url}">JSON</a>, for programs</li>
    </ul>`
}
