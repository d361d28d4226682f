import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Manifest } from '../../tables/manifest.ts'
import type { CheckOptions, KnownImage } from './check-options.ts'
import { manifestFinding, type Finding } from '../../tables/finding.ts'
import type { SubjectFinder } from './find-subject.ts'
import { createRowReport } from './row-report.ts'
import type { CheckSummary } from './tally.ts'

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

/** Warns of subjects of which the instance does not tell whether they exist: it lists only subjects of images. */
export async function findUnconfirmedSubjects(
  finder: SubjectFinder,
  manifest: Manifest,
  subjects: CheckSummary['subjects'],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [slug, { first, rows }] of subjects) {
    if ((await finder.hasSubject(slug)) !== undefined) continue
    const usage = rows === 1 ? '' : ` (named in ${rows} rows)`
    const message = `The instance does not list the subject ${JSON.stringify(slug)}${usage}. Check the spelling.`
    createRowReport(manifest, first, findings).warning('subject.unconfirmed', 'subjects', message)
  }
  return findings
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
