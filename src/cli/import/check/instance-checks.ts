import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { readFeatures } from '../../client/features.ts'
import type { Manifest } from '../../tables/manifest.ts'
import type { CheckOptions, KnownImage } from './check-options.ts'
import { manifestFinding, type Finding } from '../../tables/finding.ts'
import { createRowReport } from './row-report.ts'
import type { CheckSummary, SubjectUse } from './tally.ts'

const SLUGS_PER_REQUEST = 50
const MAX_SLUGS = 5000
/** Of this many unlisted subjects, the instance is asked one by one whether they exist. */
const MAX_ASKED = 100

const slugPage = z.object({ results: z.array(z.object({ slug: z.string() })) })
const imagePage = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      collection: z.object({ id: z.int(), name: z.string() }),
      sha256: z.string().nullish(),
      reference_id: z.string().nullish(),
    }),
  ),
})

/**
 * Reports subjects that the instance does not list. It lists only subjects of images, so an unlisted one may exist all the same:
 * an error if the instance says that there is none, or else a warning.
 */
export async function findUnconfirmedSubjects(
  api: Api,
  manifest: Manifest,
  subjects: CheckSummary['subjects'],
): Promise<Finding[]> {
  const slugs = [...subjects.keys()].slice(0, MAX_SLUGS)
  const known = new Set<string>()
  let features: string[] = []
  for (let start = 0; start < slugs.length; start += SLUGS_PER_REQUEST) {
    const batch = slugs
      .slice(start, start + SLUGS_PER_REQUEST)
      .filter((slug) => !slug.includes(','))
    const query = new URLSearchParams({ slug: batch.join(','), page_size: '100' })
    const path = `/api/v2/subjects/?${query.toString()}`
    const page = await api.get(path, slugPage, (response) => {
      features = readFeatures(response)
    })
    for (const { slug } of page.results) known.add(slug)
  }
  const findings: Finding[] = []
  const unlisted = slugs.filter((slug) => !known.has(slug))
  const hasRecords = features.includes('moderation')
  for (const [index, slug] of unlisted.entries()) {
    const isAsked = hasRecords && index < MAX_ASKED
    const exists = isAsked ? await hasUnlistedSubject(api, slug) : undefined
    if (exists === true) continue
    reportSubject(manifest, slug, subjects.get(slug), { isUnknown: exists === false, findings })
  }
  return findings
}

/** Returns whether there is a subject with this slug; undefined if the instance does not tell this user. */
async function hasUnlistedSubject(api: Api, slug: string): Promise<boolean | undefined> {
  // This would ask for a subject by its id or by its item.
  if (/^(?:\d+|Q\d+)$/.test(slug)) return undefined
  try {
    await api.get(`/api/v2/subject-records/${encodeURIComponent(slug)}/`, z.unknown())
    return true
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    if (error.kind === 'not_found') return false
    if (error.kind === 'forbidden') return undefined
    throw error
  }
}

function reportSubject(
  manifest: Manifest,
  slug: string,
  named: SubjectUse | undefined,
  { isUnknown, findings }: { isUnknown: boolean; findings: Finding[] },
): void {
  if (named === undefined) return
  const { first, rows } = named
  const usage = rows === 1 ? '' : ` (named in ${rows} rows)`
  const name = `${JSON.stringify(slug)}${usage}`
  const report = createRowReport(manifest, first, findings)
  if (isUnknown) {
    const message = `The instance has no subject ${name}. Correct the slug, or add the subject first.`
    report.error('subject.unknown', 'subjects', message)
    return
  }
  const message = `The instance does not list the subject ${name}. Check the spelling.`
  report.warning('subject.unconfirmed', 'subjects', message)
}

/** Reports collections that the instance does not show or, with a probe, that refuse imports. */
export async function findUnconfirmedCollections(
  api: Api,
  collections: ReadonlySet<number>,
  probe: ((collection: number) => Promise<void>) | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const collection of collections) {
    const refusal = probe
      ? await findRefusal(() => probe(collection))
      : await findRefusal(() => api.get(`/api/v2/collections/${collection}/`, z.unknown()))
    if (refusal === undefined) continue
    const value = String(collection)
    findings.push(
      probe
        ? manifestFinding('collection.denied', refusal, { column: 'collection', value })
        : manifestFinding(
            'collection.unconfirmed',
            `The instance does not show collection ${collection}; it may be hidden. Check with --probe.`,
            { severity: 'warning', column: 'collection', value },
          ),
    )
  }
  return findings
}

async function findRefusal(request: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await request()
    return undefined
  } catch (error) {
    const isRefused = error instanceof CatalogError && /^(?:not_found|forbidden)$/.test(error.kind)
    if (!isRefused) throw error
    return error.message
  }
}

/** Creates a lookup of images of any collection by the SHA-256 of their file or by their reference. */
export function createImageFinder(api: Api): NonNullable<CheckOptions['findKnownImage']> {
  const find = async (
    by: KnownImage['by'],
    value: string | undefined,
    collection: number | undefined,
  ): Promise<KnownImage | undefined> => {
    if (value === undefined) return undefined
    const query = new URLSearchParams({ [by]: encodeURIComponent(value), page_size: '100' })
    const { results } = await api.get(`/api/v2/images/?${query.toString()}`, imagePage)
    // An instance without this filter returns any image.
    const images = results.filter((image) => image[by] === value)
    const own = images.find((image) => image.collection.id === collection)
    const image = own ?? images[0]
    if (!image) return undefined
    const url = `${api.url}/images/${image.id}/`
    return { id: image.id, url, by, ...(!own && { otherCollection: image.collection.name }) }
  }
  return async ({ sha256, referenceId, collection }) => {
    const bySha256 = await find('sha256', sha256, collection)
    if (bySha256 && bySha256.otherCollection === undefined) return bySha256
    const byReference = await find('reference_id', referenceId, collection)
    const isOwn = byReference && byReference.otherCollection === undefined
    return isOwn ? byReference : (bySha256 ?? byReference)
  }
}
