import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import { readContentState } from '../../../core/iiif/content-state.ts'
import { parseMediaFragment } from '../../../core/iiif/media-fragment.ts'
import { findOwnPath, type Links } from '../../http/links.ts'
import { pageRoute } from './page-route.ts'

/** Paths of the page, the manifest with its canvas, and the image service of an image. */
const OF_IMAGE = [
  /^\/(\d{1,15})\/?$/v,
  /^\/iiif\/presentation\/3\/images\/(\d{1,15})(?:\/|$)/v,
  /^\/iiif\/[23]\/(\d{1,15})(?:[\-\/]|$)/v,
]

/** Opens content states of IIIF. The server compares their addresses with its own, and requests none of them. */
export const viewerRoute = pageRoute({
  path: '/viewer/',
  mayLag: true,
  summary: 'Open a IIIF content state',
  query: z.object({
    'iiif-content': z
      .string()
      .optional()
      .describe('Content state: an address, JSON, or JSON in base64url.'),
  }),
  hasRedirects: true,
  errorResponses: {
    400: 'There is no content state, or it cannot be read.',
    404: 'The content state does not point to a picture of this catalog.',
  },
  async show({ links }, { query: { 'iiif-content': state = '' } }) {
    const targets = readContentState(state)
    if (targets.length === 0) throw new CatalogError('invalid', ['not_a_content_state'])
    for (const { url, xywh } of targets) {
      const id = findImageId(links, url)
      if (id === undefined) continue
      return { redirectTo: `${links.image(id)}${formatPart(xywh)}` }
    }
    throw new CatalogError('not_found', ['content_state_elsewhere'])
  },
})

/** Media Fragments URI 1.0, 6.2: a part with invalid syntax is ignored, so that all of the picture is shown. */
function formatPart(xywh: string | undefined): string {
  if (xywh === undefined || parseMediaFragment(xywh) === undefined) return ''
  return `?${new URLSearchParams({ xywh }).toString()}`
}

function findImageId(links: Links, url: string): number | undefined {
  const path = findOwnPath(links, url) ?? ''
  const ids = OF_IMAGE.map((pattern) => pattern.exec(path)?.[1])
  const id = ids.find((one) => one !== undefined)
  return id === undefined ? undefined : Number(id)
}
