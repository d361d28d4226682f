import type { Subject, SubjectGeometry, SubjectSummary } from '../../core/contract/subject.ts'
import type { SubjectRow } from '../../core/queries/image-parts.ts'
import type { CountedSubjectRow, OutlineRow } from '../../core/queries/subjects.ts'
import type { Links } from '../links.ts'

const NO_DESCRIPTION = 'No description available.'

export function presentSubject(subject: CountedSubjectRow, links: Links): Subject {
  return {
    ...presentSubjectSummary(subject),
    description: subject.description?.trim() || subject.kb_description.trim() || NO_DESCRIPTION,
    image_count: subject.image_count,
    images_url: links.api(`/images/?subject=${subject.id}`),
  }
}

export function presentOutlines(outlines: readonly OutlineRow[]): SubjectGeometry {
  return {
    type: 'FeatureCollection',
    features: outlines.map(({ map_id, geometry }) => ({
      type: 'Feature',
      geometry: JSON.parse(geometry) as SubjectGeometry['features'][number]['geometry'],
      properties: { map_id },
    })),
  }
}

export function presentSubjectSummary(subject: SubjectRow): SubjectSummary {
  const item = {
    uri: subject.kb_uri,
    title: subject.kb_title,
    description: subject.kb_description,
  }
  return {
    id: subject.id,
    title: subject.title,
    slug: subject.slug,
    kb: { kb_id: subject.kb_id, ...item },
    wikidata: { wikidata_id: subject.kb_id, ...item },
  }
}
