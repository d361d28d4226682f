import { formatTimestamp } from '../../../core/base/clock.ts'
import type { Catalog } from '../../../core/catalog/catalog.ts'
import type { GeoreferenceKind } from '../../../core/model/georeference-kind.ts'
import {
  countValidations,
  findHiddenImages,
  listOwnAreas,
  listOwnComments,
  listOwnHiddenComments,
  listOwnPoints,
  listOwnTags,
  listOwnValidations,
  type OwnPage,
} from '../../../core/queries/own/own-work.ts'
import { thumbnailUrl } from '../../presenters/image-urls.ts'
import type { Links } from '../../http/links.ts'
import type { Work, WorkKind } from '../../pages/parts/works.ts'
import { parseCursor, takePage } from '../../http/cursor.ts'

const PAGE_SIZE = 50

/** One page of a user's contributions of one kind, newest first. */
export interface WorkPage {
  works: readonly Work[]
  isFirst: boolean
  /** Cursor of the next page, as in the query string; undefined on the last page. */
  next: string | undefined
}

/**
 * Reads one page of a user's contributions of one kind.
 * @param before where it starts, as in the address
 */
export async function readWorkPage(
  catalog: Pick<Catalog, 'reads'>,
  links: Links,
  { userId, kind, before: given }: { userId: number; kind: WorkKind; before: string | undefined },
): Promise<WorkPage> {
  const before = parseCursor('before', given)
  const page = { userId, before, limit: PAGE_SIZE + 1 }
  const read = await hideImages(catalog.reads, await LISTS[kind](catalog, page, links))
  const { rows: works, next } = takePage(read, PAGE_SIZE, ({ at, id }) => `${at},${id}`)
  return {
    works,
    isFirst: before === undefined,
    next,
  }
}

type List = (catalog: Pick<Catalog, 'reads'>, page: OwnPage, links: Links) => Promise<Work[]>

const LISTS: Record<WorkKind, List> = {
  async points({ reads }, page, links) {
    const rows = await listOwnPoints(reads, page)
    return addJudgements(reads, 'georeference', rows, links)
  },
  async areas({ reads }, page, links) {
    const rows = await listOwnAreas(reads, page)
    return addJudgements(reads, 'from_above_georeference', rows, links)
  },
  async validations({ reads }, page, links) {
    const rows = await listOwnValidations(reads, page)
    return rows.map((row) => ({
      ...presentRow(row, links),
      verdict: row.validation,
      text: row.notes,
    }))
  },
  async comments({ reads }, page, links) {
    const rows = await listOwnComments(reads, page)
    return rows.map((row) => ({ ...presentRow(row, links), text: row.text }))
  },
  async hidden({ reads }, page, links) {
    const rows = await listOwnHiddenComments(reads, page)
    return rows.map((row) => ({ ...presentRow(row, links), text: row.text }))
  },
  async tags({ reads }, page, links) {
    const rows = await listOwnTags(reads, page)
    return rows.map((row) => ({
      ...presentRow(row, links),
      tag: {
        action: row.action,
        subject: row.subject_title,
        url: row.subject_slug === null ? null : links.base(`/subjects/${row.subject_slug}/`),
      },
    }))
  },
}

/** Removes titles and pictures of hidden images. The contributions to them remain their users'. */
async function hideImages(reads: Catalog['reads'], works: readonly Work[]): Promise<Work[]> {
  const hidden = await findHiddenImages(
    reads,
    works.map(({ image }) => image.id),
  )
  return works.map((work) => {
    const { id } = work.image
    return hidden.has(id) ? { ...work, image: { id, title: null, thumbnail: null } } : work
  })
}

interface Placement {
  id: number
  image_id: number
  title: string
  generation: string | null
  confidence: 'low' | 'medium' | 'high'
  confidence_notes: string | null
  at: number
}

async function addJudgements(
  reads: Catalog['reads'],
  kind: GeoreferenceKind,
  rows: readonly Placement[],
  links: Links,
): Promise<Work[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await countValidations(reads, kind, ids)
  return rows.map((row) => ({
    ...presentRow(row, links),
    confidence: row.confidence,
    text: row.confidence_notes,
    judgements: { correct: 0, uncertain: 0, incorrect: 0, ...counts.get(row.id) },
  }))
}

function presentRow(
  row: Pick<Placement, 'id' | 'image_id' | 'title' | 'generation' | 'at'>,
  links: Links,
): Work {
  const { id, image_id, title, generation, at } = row
  const thumbnail = thumbnailUrl(links, { id: image_id, generation })
  return { id, at: formatTimestamp(at), image: { id: image_id, title, thumbnail } }
}
