import type { SubjectSummary } from '../../core/contract/subject.ts'
import type { SubjectRow } from '../../core/queries/image-parts.ts'

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
