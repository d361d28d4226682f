import { listTaggedSubjects } from '../activity/set-subjects.ts'
import { reorderSubjects, tagImage, untagImage } from '../actions/tag-image.ts'
import type { NewTag, TagOrder } from '../contract/contribution.ts'
import { lockVisibleImage } from '../db/lock-image.ts'
import type { Tx } from '../db/store.ts'
import { conflict, invalid } from '../errors.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { MAX_SUBJECTS } from '../limits.ts'
import { shorten } from '../model/text.ts'
import { listSubjects, type SubjectRow } from '../queries/image-parts.ts'
import {
  contribute,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'

/** A tag, and whether the image had it before. */
export interface Tagged {
  subject: SubjectRow
  isNew: boolean
}

/**
 * Tags an image with a subject, after those that it has, with the feed.
 * @throws CatalogError kind `not_found` (image), `invalid` (subject), `conflict` (too many), or the errors of
 *   `contribute`
 */
export function addTag(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, input, key }: ContributionRequest<NewTag> & { imageId: number },
): Promise<IdempotentResult<Tagged>> {
  const content = ['tag', imageId, input]
  const contribution = { contributor, kind: 'tags', key, content } as const
  return contribute(services, contribution, async (tx, context) => {
    const { userId, visibility } = contributor
    await lockVisibleImage(tx, imageId, visibility)
    const id = await findSubjectId(tx, input.subject)
    if (id === undefined) throw invalid('subject', ['unknown_subject', shorten(input.subject)])
    await requireRoom(tx, imageId, id)
    const isNew = await tagImage(tx, { imageId, subjectIds: [id], userId }, context)
    const subject = (await listSubjects(tx, imageId)).find((row) => row.id === id)
    if (!subject) throw new Error('the subject cannot be read')
    return { subject, isNew }
  })
}

/**
 * Removes a subject from an image, with the feed. Does nothing if the image does not have it.
 * @param subject id or slug
 * @throws CatalogError kind `not_found` (image), or the errors of `contribute`
 */
export async function removeTag(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, subject }: { imageId: number; subject: string },
): Promise<void> {
  const contribution = { contributor, kind: 'tags', key: undefined, content: null } as const
  await contribute(services, contribution, async (tx, context) => {
    const { userId, visibility } = contributor
    await lockVisibleImage(tx, imageId, visibility)
    const id = await findSubjectId(tx, subject)
    if (id !== undefined) await untagImage(tx, { imageId, subjectIds: [id], userId }, context)
  })
}

/**
 * Puts the subjects of an image in another order, with the feed.
 * @returns the subjects in that order
 * @throws CatalogError kind `not_found` (image), `conflict` unless exactly its subjects are given, or the errors of
 *   `contribute`
 */
export async function reorderTags(
  services: ContributionServices,
  contributor: Contributor,
  { imageId, order }: TagOrder & { imageId: number },
): Promise<SubjectRow[]> {
  const contribution = { contributor, kind: 'tags', key: undefined, content: null } as const
  const { result } = await contribute(services, contribution, async (tx, context) => {
    const { userId, visibility } = contributor
    await lockVisibleImage(tx, imageId, visibility)
    await reorderSubjects(tx, { imageId, subjectIds: order, userId }, context)
    return listSubjects(tx, imageId)
  })
  return result
}

/** Digits are an id; everything else is a slug. */
async function findSubjectId(tx: Tx, subject: string): Promise<number | undefined> {
  const isId = /^\d{1,15}$/.test(subject)
  const row = await tx
    .selectFrom('subject')
    .select('id')
    .where((is) => (isId ? is('id', '=', Number(subject)) : is('slug', '=', subject)))
    .executeTakeFirst()
  return row?.id
}

async function requireRoom(tx: Tx, imageId: number, subjectId: number): Promise<void> {
  const tags = await listTaggedSubjects(tx, imageId)
  if (tags.length < MAX_SUBJECTS || tags.includes(subjectId)) return
  throw conflict(['too_many_subjects', MAX_SUBJECTS])
}
