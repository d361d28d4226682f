import { column, expressions, literal } from '../../database/expressions.ts'
import type { Selects } from '../../database/store.ts'
import type { ContributionsSince } from '../people/user-since.ts'

/**
 * Changes of a user to the tags of images from a time on. They are compared with changes of others before and since:
 * only those that are still in effect, and would not be so without the user, can be reverted.
 */

/** Tags that the user added, to images that did not have them otherwise. */
export function selectAddedTags(reads: Selects, contributions: ContributionsSince) {
  const { userId, since } = contributions
  return reads
    .selectFrom('image_subject as tag')
    .select(['tag.subject_id as id', 'tag.image_id', 'tag.tagged_at as at'])
    .where('tag.tagged_by', '=', userId)
    .where('tag.tagged_at', '>=', since)
    .where((eb) => eb.not(eb.exists(selectAdditionByOthers(reads, contributions, 'tag'))))
}

/** Tags that the user removed from images that would have them otherwise, by the id of the subject. */
export function selectRemovedTags(reads: Selects, contributions: ContributionsSince) {
  const { userId, since } = contributions
  return reads
    .selectFrom('subject_change as removal')
    .innerJoin('subject', 'subject.id', 'removal.subject_id')
    .select((of) => ['subject.id', 'removal.image_id', of.fn.max('removal.changed_at').as('at')])
    .where('removal.changed_by', '=', userId)
    .where('removal.changed_at', '>=', since)
    .where('removal.action', '=', literal('removed' as const))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('image_subject as tag')
            .select(literal(1).as('one'))
            .whereRef('tag.image_id', '=', 'removal.image_id')
            .whereRef('tag.subject_id', '=', 'removal.subject_id'),
        ),
      ),
    )
    .where((eb) => eb.exists(selectAdditionByOthers(reads, contributions, 'removal')))
    .groupBy(['subject.id', 'removal.image_id'])
}

/** Subjects that the user added, and that no image has but for tags that the user added, too. */
export function selectAddedSubjects(reads: Selects, contributions: ContributionsSince) {
  const { userId, since } = contributions
  return reads
    .selectFrom('audit_entry as creation')
    .innerJoin('subject', (join) =>
      join.on('subject.id', '=', (id) => id.cast<number>('creation.object_id', 'bigint')),
    )
    .select(['subject.id', 'creation.at'])
    .select(expressions.cast<number | null>(literal(null), 'bigint').as('image_id'))
    .where('creation.user_id', '=', userId)
    .where('creation.at', '>=', since)
    .where('creation.action', '=', 'subject.create')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('image_subject as other')
            .select(literal(1).as('one'))
            .whereRef('other.subject_id', '=', 'subject.id')
            .where((is) =>
              is.or([
                isByOthers(['other.tagged_by', 'other.tagged_at'], contributions),
                is.exists(selectAdditionByOthers(reads, contributions, 'other')),
              ]),
            ),
        ),
      ),
    )
}

/**
 * The last change of a tag apart from what the user did from the time on, if it added the tag.
 * @param tagged the row of the query around that names the image and the subject
 */
function selectAdditionByOthers(
  reads: Selects,
  contributions: ContributionsSince,
  tagged: 'tag' | 'removal' | 'other',
) {
  const selectChange = (name: 'change' | 'later') =>
    reads
      .selectFrom(`subject_change as ${name}`)
      .select(literal(1).as('one'))
      .where(column<number>(`${name}.image_id`), '=', column<number>(`${tagged}.image_id`))
      .where(column<number>(`${name}.subject_id`), '=', column<number>(`${tagged}.subject_id`))
      .where(isByOthers([`${name}.changed_by`, `${name}.changed_at`], contributions))
  return selectChange('change')
    .where(column<string>('change.action'), '=', literal('added'))
    .where((eb) => eb.not(eb.exists(selectChange('later').where(IS_LATER))))
}

const IS_LATER = expressions(
  expressions.refTuple(column<number>('later.changed_at'), column<number>('later.id')),
  '>',
  expressions.refTuple(column<number>('change.changed_at'), column<number>('change.id')),
)

/** Whether a change was made by another user, or by this user before the time. */
function isByOthers(
  [user, time]: readonly [user: string, time: string],
  { userId, since }: ContributionsSince,
) {
  return expressions.or([
    expressions(column<number | null>(user), 'is distinct from', userId),
    expressions(column<number>(time), '<', since),
  ])
}
