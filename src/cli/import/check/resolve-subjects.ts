import { shorten } from '../../../core/model/text.ts'
import type { SubjectFinder } from './find-subject.ts'
import type { RowReport } from './row-report.ts'

const WIKIDATA_ITEM = /^Q[1-9]\d*$/

/**
 * Replaces Wikidata items among the subjects of a row by the slugs of their subjects, and reports subjects that do not exist.
 * @param finder undefined in an offline check, which leaves subjects as they are
 */
export async function resolveSubjects(
  subjects: readonly string[],
  finder: SubjectFinder | undefined,
  report: RowReport,
): Promise<string[]> {
  if (finder === undefined) return [...subjects]
  const found = await Promise.all(
    subjects.map((subject) =>
      WIKIDATA_ITEM.test(subject)
        ? findItem(subject, finder, report)
        : requireSubject(subject, finder, report),
    ),
  )
  return removeDuplicates(
    found.filter((slug) => slug !== undefined),
    report,
  )
}

async function findItem(item: string, finder: SubjectFinder, report: RowReport) {
  const message = `The instance does not list a subject for ${item}. If the subject exists, use its slug.`
  return (await finder.findSlug(item)) ?? report.error('subject.unknown', 'subjects', message)
}

async function requireSubject(slug: string, finder: SubjectFinder, report: RowReport) {
  if ((await finder.hasSubject(slug)) !== false) return slug
  const message = `The instance has no subject ${JSON.stringify(shorten(slug))}. Correct the slug, or add the subject first.`
  return report.error('subject.unknown', 'subjects', message)
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
