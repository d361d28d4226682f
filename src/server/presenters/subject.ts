import type { Subject, SubjectGeometry, SubjectSummary } from '../../core/contract/subject.ts'
import { describeSubject } from '../../core/model/subject-description.ts'
import type { SubjectRow } from '../../core/queries/images/detail-lists.ts'
import type { CountedSubjectRow, OutlineRow } from '../../core/queries/subjects/subjects.ts'
import type { Links } from '../http/links.ts'

export function presentSubject(subject: CountedSubjectRow, links: Links): Subject {
  return {
    ...presentSubjectSummary(subject),
    description: describeSubject(subject),
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
