import { COLUMNS, parseColumnName, type Column } from '../../tables/columns.ts'
import { findSimilarColumn } from '../../tables/column-synonyms.ts'
import { asList, asObject, asText, type Members } from '../../../core/base/json-values.ts'
import { unreadable } from '../problem.ts'
import type { RemoteRecord } from '../remote-record.ts'
import { findPicture } from './picture.ts'
import { readNavPlace } from './place.ts'
import { readEntries, readLinks, readTexts, type Entry } from './texts.ts'

/** A manifest with more canvases is not read. */
const MAX_CANVASES = 100_000

/**
 * Reads the canvases of a manifest of Presentation API 3 or 2. The first one is known by the address of the manifest, so that
 * it stays the same record if the manifest gets others. These are known by that address and their own, since some servers
 * give canvases of several manifests the same.
 * @param address at which the manifest was requested
 * @throws CatalogError code `harvest.too_large`
 */
export function readManifestRecords(manifest: Members, address: string): RemoteRecord[] {
  const canvases = listCanvases(manifest)
  if (canvases.length > MAX_CANVASES)
    throw unreadable('too_large', address, `has more than ${MAX_CANVASES} canvases`)
  const isSingle = canvases.length === 1
  const shared = describe(manifest)
  return canvases.map((canvas, index) => {
    const own = describe(canvas)
    const owners = isSingle ? [canvas, manifest] : [canvas]
    return {
      ...shared,
      ...own,
      id: index === 0 ? address : `${address}#${readId(canvas) || index + 1}`,
      title: isSingle ? (shared.title ?? own.title) : joinTitles(shared.title, own.title),
      // Several images of one reference could not be told apart.
      reference:
        own.reference ?? (index === 0 ? shared.reference : number(shared.reference, index)),
      file: findPicture(canvas, owners),
    }
  })
}

function readId(resource: Members): string {
  return asText(resource['id'] ?? resource['@id']) ?? ''
}

/** Canvases are the items in version 3, and in the first sequence in version 2. */
function listCanvases(manifest: Members): Members[] {
  const [sequence] = asList(manifest['sequences'])
  const canvases = asObject(sequence)['canvases'] ?? manifest['items']
  return asList(canvases).map(asObject)
}

function joinTitles(manifest: string | undefined, canvas: string | undefined): string | undefined {
  if (manifest === undefined || canvas === undefined) return canvas ?? manifest
  return canvas.startsWith(manifest) ? canvas : `${manifest}, ${canvas}`
}

function number(reference: string | undefined, index: number): string | undefined {
  return reference === undefined ? undefined : `${reference} [${index + 1}]`
}

/** Reads what a manifest or a canvas says of itself, without members that it lacks. */
function describe(resource: Members): Partial<RemoteRecord> {
  const entries = readEntries(resource)
  const find = (column: Column): string | undefined => findEntry(entries, column)?.values.join('; ')
  const described: Partial<RemoteRecord> = {
    title: readTexts(resource['label']).join('; ') || undefined,
    description:
      readTexts(resource['summary'] ?? resource['description']).join('\n\n') || find('description'),
    date: findDateAsRecorded(entries) ?? find('original_date') ?? readNavDate(resource),
    creator: find('creator'),
    reference: find('reference_id'),
    rights: readRights(resource, entries),
    page: findPage(resource),
    ...readNavPlace(resource),
  }
  const known = Object.entries(described).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known)
}

/** Finds the entry whose label means a column, in any of its languages. */
function findEntry(entries: readonly Entry[], column: Column): Entry | undefined {
  return entries.find(
    ({ labels, values }) => values.length > 0 && labels.some((label) => toColumn(label) === column),
  )
}

function toColumn(label: string): Column | undefined {
  const name = label.trim().replace(/:$/, '')
  const folded = name.toLowerCase().replace(/[\s-]+/g, '_')
  return parseColumnName(name) ?? findSimilarColumn(folded, COLUMNS)
}

/** Catalogs of this program show a date in words, and this one if it differs. */
function findDateAsRecorded(entries: readonly Entry[]): string | undefined {
  return entries.find(({ labels }) => labels.includes('Date as recorded'))?.values[0]
}

/** Returns the day of `navDate`, or only its year if that may be what is known. */
function readNavDate(resource: Members): string | undefined {
  const [, year, day] = /^(\d{4})-(\d\d-\d\d)T/.exec(asText(resource['navDate']) ?? '') ?? []
  return year === undefined || day === '01-01' ? year : `${year}-${day}`
}

function readRights(resource: Members, entries: readonly Entry[]): string[] | undefined {
  const { rights, license, requiredStatement, attribution } = resource
  const statements = [
    ...asList(rights ?? license).flatMap((one) => asText(one) ?? []),
    ...readLinks(asObject(requiredStatement)['value'] ?? attribution),
    ...(findEntry(entries, 'license_name')?.values ?? []),
  ]
  return statements.length === 0 ? undefined : [...new Set(statements)]
}

function findPage({ homepage, related }: Members): string | undefined {
  for (const page of [...asList(homepage), ...asList(related)]) {
    const url = asText(page) ?? readId(asObject(page))
    if (url) return url
  }
  return undefined
}
