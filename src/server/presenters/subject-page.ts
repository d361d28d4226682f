import type { SubjectGeometry } from '../../core/contract/subject.ts'
import { findExtent, type Extent } from '../../core/model/geometry/extent.ts'
import { isLink } from '../../core/model/text.ts'
import type { CountedSubjectRow, OutlineRow } from '../../core/queries/subjects/subjects.ts'
import { presentOutlines } from './subject.ts'

/** A subject as pages show it. */
export interface ShownSubject {
  id: number
  title: string
  slug: string
  /** That of the subject, else that of the knowledge base; may be empty. */
  description: string
  imageCount: number
  item: { id: string; title: string; description: string; url: string | null }
}

export function presentShownSubject(subject: CountedSubjectRow): ShownSubject {
  const { id, title, slug, kb_id, kb_title, kb_uri, image_count } = subject
  const known = subject.kb_description.trim()
  const url = isLink(kb_uri) ? kb_uri : null
  return {
    id,
    title,
    slug,
    description: subject.description?.trim() || known,
    imageCount: image_count,
    item: { id: kb_id, title: kb_title, description: known, url },
  }
}

/** Presents the extent of the outlines of a subject; null without outlines. */
export function presentOutlineExtent(outlines: readonly OutlineRow[]): Extent | null {
  return findExtent(presentOutlines(outlines).features.flatMap(listPositions))
}

function listPositions({ geometry }: SubjectGeometry['features'][number]): [number, number][] {
  switch (geometry.type) {
    case 'Point':
      return [toPair(geometry.coordinates)]
    case 'LineString':
      return geometry.coordinates.map(toPair)
    case 'MultiPolygon':
      return geometry.coordinates.flat(2).map(toPair)
    default:
      return geometry.coordinates.flat().map(toPair)
  }
}

function toPair([longitude = 0, latitude = 0]: readonly number[]): [number, number] {
  return [longitude, latitude]
}
