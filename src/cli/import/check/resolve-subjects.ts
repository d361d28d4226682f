import type { FindSubject } from './find-subject.ts'
import type { RowReport } from './row-report.ts'

const WIKIDATA_ITEM = /^Q[1-9]\d*$/

/**
 * Replaces Wikidata items among the subjects of a row by the slugs of their subjects.
 * @param find undefined in an offline check, which leaves items as they are
 */
export async function resolveSubjects(
  subjects: readonly string[],
  find: FindSubject | undefined,
  report: RowReport,
): Promise<string[]> {
  if (find === undefined) return [...subjects]
  const slugs: string[] = []
  for (const subject of subjects) {
    const slug = WIKIDATA_ITEM.test(subject) ? await find(subject) : subject
    if (slug !== undefined) slugs.push(slug)
    else {
      const message = `The instance does not list a subject for ${subject}. If the subject exists, use its slug.`
      report.error('subject.unknown', 'subjects', message)
    }
  }
  return removeDuplicates(slugs, report)
}

/** Removes subjects that a row names twice, with a warning. */
export function removeDuplicates(subjects: readonly string[], report: RowReport): string[] {
  const unique = [...new Set(subjects)]
  if (unique.length < subjects.length) {
    const message = 'A subject is named twice; the duplicate is ignored.'
    report.warning('subject.duplicate', 'subjects', message)
  }
  return unique
}
