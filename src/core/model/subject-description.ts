const NO_DESCRIPTION = 'No description available.'

/** The description of a subject as it is shown: its own, or else that of its Wikidata item, or else a placeholder. */
export function describeSubject(subject: {
  description: string | null
  kb_description: string
}): string {
  return subject.description?.trim() || subject.kb_description.trim() || NO_DESCRIPTION
}
