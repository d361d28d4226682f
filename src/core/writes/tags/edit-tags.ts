import { listTaggedSubjects } from '../feed/set-subjects.ts'
import { newTag, tagOrder, type NewTag, type TagOrder } from '../../contract/contribution.ts'
import { lockVisibleImage } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { MAX_SUBJECTS } from '../../base/limits.ts'
import { shorten } from '../../model/text.ts'
import { listSubjectsOf, type SubjectRow } from '../../queries/images/detail-lists.ts'
import { useCase } from '../run/use-case.ts'
import { reorderSubjects, tagImage, untagImage } from './tag-image.ts'

/** A tag, and whether the image did not have it before. */
export interface Tagged {
  subject: SubjectRow
  isNew: boolean
}

/** A subject for an image, which comes after those that it has. */
interface Tagging extends NewTag {
  imageId: number
  /** Ids of the subjects before this one was removed: then it returns to its place among them. */
  order?: readonly number[] | undefined
}

/** Tags an image with a subject, with the feed. */
export const addTag = useCase({
  name: 'image.tag',
  access: ['contributor', 'moderator'],
  isContribution: true,
  limit: 'tags',
  once: true,
  input: newTag,
  async run(tx, { imageId, subject, order }: Tagging, context): Promise<Tagged> {
    await lockVisibleImage(tx, imageId, context.contributor.visibility)
    const id = await findSubjectId(tx, subject)
    if (id === undefined) throw invalid('subject', ['unknown_subject', shorten(subject)])
    await requireRoom(tx, imageId, id)
    const tagging = { imageId, subjectIds: [id], userId: context.feedUser, order }
    const isNew = await tagImage(tx, tagging, context)
    const tagged = (await listSubjectsOf(tx, imageId)).find((row) => row.id === id)
    if (!tagged) throw new Error('the subject cannot be read')
    return { subject: tagged, isNew }
  },
})

/** Removes a subject, named by its id or slug, from an image, with the feed. Does nothing if the image does not have it. */
export const removeTag = useCase({
  name: 'image.untag',
  access: ['contributor', 'moderator'],
  isContribution: true,
  limit: 'tags',
  async run(tx, { imageId, subject }: { imageId: number; subject: string }, context) {
    await lockVisibleImage(tx, imageId, context.contributor.visibility)
    const id = await findSubjectId(tx, subject)
    if (id !== undefined)
      await untagImage(tx, { imageId, subjectIds: [id], userId: context.feedUser }, context)
  },
})

/** Puts the subjects of an image in another order, with the feed. All of them must be given. */
export const reorderTags = useCase({
  name: 'image.reorder_tags',
  access: ['contributor', 'moderator'],
  isContribution: true,
  limit: 'tags',
  input: tagOrder,
  async run(
    tx,
    { imageId, order }: TagOrder & { imageId: number },
    context,
  ): Promise<SubjectRow[]> {
    await lockVisibleImage(tx, imageId, context.contributor.visibility)
    await reorderSubjects(tx, { imageId, subjectIds: order, userId: context.feedUser }, context)
    return listSubjectsOf(tx, imageId)
  },
})

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
