import type { FindSubject } from './find-subject.ts'
import type { RowReport } from './row-report.ts'

const ITEM = /^Q[1-9]\d*$/

/**
 * The slugs of a row's subjects, some of which may be named by their item of the knowledge base.
 * @param find undefined when the instance is not asked; then items stay as they are
 */
export async function resolveSubjects(
  subjects: readonly string[],
  find: FindSubject | undefined,
  report: RowReport,
): Promise<string[]> {
  if (find === undefined) return [...subjects]
  const slugs: string[] = []
  for (const subject of subjects) {
    const slug = ITEM.test(subject) ? await find(subject) : subject
    if (slug !== undefined) slugs.push(slug)
    else {
      const message = `The instance does not list a subject for ${subject}. If the subject exists, use its slug.`
      report.error('subject.unknown', 'subjects', message)
    }
  }
  const unique = [...new Set(slugs)]
  if (unique.length < slugs.length) {
    report.warning(
      'subject.duplicate',
      'subjects',
      'A subject is named twice; the duplicate is ignored.',
    )
  }
  return unique
}
