import { formatTimestamp } from '../../../core/base/clock.ts'
import type { Activity } from '../../../core/iiif/activity-stream.ts'
import type { LogInterval, PublicChange } from '../../../core/queries/changes/public-changes.ts'
import type { Links } from '../../http/links.ts'
import { collectionUrl, manifestUrl } from '../presentation-urls.ts'

/** The URL of the changes of all IIIF manifests and collections, or of a page of them. */
export function activitiesUrl(links: Links, page?: LogInterval): string {
  return links.base(`/iiif/changes/${page ? `${page.after}-${page.until}/` : ''}`)
}

/** Parses the part of the URL that tells the page; undefined if there is no such page. */
export function parseActivityPage(text: string): LogInterval | undefined {
  const [, after, until] = /^(0|[1-9]\d{0,15})-(0|[1-9]\d{0,15})$/.exec(text) ?? []
  const page = { after: Number(after), until: Number(until) }
  return page.after <= page.until && Number.isSafeInteger(page.until) ? page : undefined
}

export function presentActivity(links: Links, change: PublicChange): Activity {
  return {
    type: change.isGone ? 'Delete' : 'Update',
    object: presentObject(links, change),
    endTime: formatTimestamp(change.changedAt),
  }
}

function presentObject(links: Links, { kind, ref: id }: PublicChange): Activity['object'] {
  return kind === 'collection' || kind === 'source'
    ? { id: collectionUrl(links, { kind, id }), type: 'Collection' }
    : { id: manifestUrl(links, id), type: 'Manifest' }
}
