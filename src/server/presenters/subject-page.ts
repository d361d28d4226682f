import { isLink } from '../../core/model/text.ts'
import type { CountedSubjectRow } from '../../core/queries/subjects/subjects.ts'

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
