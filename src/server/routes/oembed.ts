import { oembed, oembedQuery } from '../../core/contract/oembed.ts'
import { CatalogError, notFound } from '../../core/base/errors.ts'
import { getImage } from '../../core/queries/images/images.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { FIVE_MINUTES } from '../http/cache-control.ts'
import { findOwnPath, type Links } from '../http/links.ts'
import { presentOembed } from '../presenters/oembed.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** Tells sites how to embed an image (oEmbed 1.0). */
export const oembedRoute = route({
  method: 'GET',
  path: '/oembed/',
  summary: 'Find out how to embed an image',
  query: oembedQuery,
  responses: { 200: oembed },
  errorResponses: {
    404: 'The URL is not that of a public image of this catalog.',
    501: 'The format is not available.',
  },
  cacheable: true,
  mayLag: true,
  async handle({ catalog, query, links }) {
    if (query.format !== 'json')
      throw new CatalogError('not_implemented', 'Only the format "json" is available.')
    const id = findImageId(query.url, links)
    if (id === undefined) throw notFound('The URL is not that of an image in this catalog.')
    const [image, siteName] = await Promise.all([
      getImage(catalog.reads, id, 'public'),
      getSiteName(catalog.reads),
    ])
    const { maxwidth: maxWidth, maxheight: maxHeight } = query
    const reply = json(presentOembed(image, { links, siteName, maxWidth, maxHeight }))
    return { ...reply, headers: { ...reply.headers, 'Cache-Control': FIVE_MINUTES } }
  },
})

/** Returns the id of the image whose page has this URL; undefined if it is no such page. */
function findImageId(text: string, links: Links): number | undefined {
  const [, id] = /^\/(\d{1,15})\/?$/v.exec(findOwnPath(links, text) ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}
