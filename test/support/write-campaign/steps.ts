import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { hideComment, unhideComment } from '../../../src/core/writes/comments/hide-comment.ts'
import { reinstateUser, suspendUser } from '../../../src/core/writes/users/suspend-user.ts'
import { CatalogError } from '../../../src/core/base/errors.ts'
import { MICROS_PER_SECOND, type Micros } from '../../../src/core/base/clock.ts'
import { checkGeoreference } from '../../../src/core/writes/validations/check-georeference.ts'
import { commentOnImage } from '../../../src/core/writes/comments/comment-on-image.ts'
import { deleteComment } from '../../../src/core/writes/comments/delete-comment.ts'
import type { Contributor } from '../../../src/core/auth/contributor.ts'
import { editImage } from '../../../src/core/writes/images/edit-image.ts'
import { deleteGeoreference } from '../../../src/core/writes/georeferences/delete-georeference.ts'
import { flagImage } from '../../../src/core/writes/flags.ts'
import { placeAtPoint, placeOnArea } from '../../../src/core/writes/georeferences/place-image.ts'
import { withdrawPlacement } from '../../../src/core/writes/georeferences/withdraw-placement.ts'
import { revertContributions } from '../../../src/core/writes/revert/revert-contributions.ts'
import { runUseCase } from '../../../src/core/writes/run/run-use-case.ts'
import type { UseCase } from '../../../src/core/writes/run/use-case.ts'
import { skipImage } from '../../../src/core/writes/skips.ts'
import { addTag, removeTag, reorderTags } from '../../../src/core/writes/tags/edit-tags.ts'
import { FLAG_REASONS } from '../../../src/core/model/flag-reasons.ts'
import { countContributionsSince } from '../../../src/core/queries/people/contributions-since.ts'
import type { Below } from '../seeded-numbers.ts'

/** Random requests of a person to a catalog. */

type Table = 'georeference' | 'from_above_georeference' | 'comment'

const TABLES: readonly Table[] = ['georeference', 'from_above_georeference', 'comment']

interface KnownRow {
  image_id: number
  created_at: Micros
  user_id?: number
  commented_by?: number
  text?: string
}

/** The rows that were acknowledged and not deleted, as they were acknowledged. */
export type KnownRows = Record<Table, Map<number, KnownRow>>

export interface StepScene {
  catalog: Catalog
  below: Below
  known: KnownRows
  /** The comments that are hidden. */
  hidden: Map<number, KnownRow>
  images: readonly number[]
  subjects: readonly number[]
  collections: readonly number[]
  /** Who moderates. */
  staff: readonly Contributor[]
}

export type Step = (person: Contributor) => Promise<void>

export function createSteps(scene: StepScene): Step[] {
  const { place, placeArea, check, takeBack } = createPlacing(scene)
  const often = [place, place, place, placeArea, check, check, check]
  return [...often, ...often, takeBack, takeBack, ...createTagging(scene), ...createOthers(scene)]
}

const HOUR = 60 * 60 * MICROS_PER_SECOND

/** Reverts what a person contributed in the last hours. No other request may run, so that it is known what that is. */
export function createRevert({ catalog, below, known, hidden, staff }: StepScene): Step {
  return async ({ userId }) => {
    const since = catalog.clock.now() - below(24) * HOUR
    const { userId: moderator } = staff[below(staff.length)]!
    const context = { actor: { userId: moderator }, now: catalog.clock.now() }
    const { isComplete } = await revertContributions(
      (change) => catalog.write((tx) => change(tx, context)),
      { userId, since },
    )
    strictEqual(isComplete, true)
    const left = await countContributionsSince(catalog.reads, { userId, since }, 1000)
    deepStrictEqual(new Set(Object.values(left)), new Set([0]))
    for (const table of TABLES) {
      for (const [id, row] of known[table]) {
        const author = row.user_id ?? row.commented_by
        if (author !== userId || row.created_at < since) continue
        known[table].delete(id)
        if (table === 'comment') hidden.set(id, row)
      }
    }
  }
}

function createHelpers({ catalog, below, known }: StepScene) {
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  /** Id of a row that was acknowledged lately; 0 without one. */
  const pickId = (table: Table): number => {
    const ids = [...known[table].keys()].slice(-50)
    return ids.length === 0 ? 0 : pick(ids)
  }
  /** Sends some requests twice with the same key, which must have one effect. */
  const send = async <Request extends object, Result>(
    actor: Contributor,
    useCase: UseCase<Request, Result>,
    request: Request,
  ): Promise<Result> => {
    const key = useCase.once && below(3) === 0 ? crypto.randomUUID() : undefined
    const call = { actor, request, key }
    const { result } = await runUseCase(catalog, useCase, call)
    if (key === undefined) return result
    const expected = { result: JSON.parse(JSON.stringify(result)) as Result, isReplay: true }
    try {
      deepStrictEqual(await runUseCase(catalog, useCase, call), expected)
    } catch (error) {
      // Staff may have suspended the person in between. The first request counts.
      if (!(error instanceof CatalogError && error.details.code === 'suspended')) throw error
    }
    return result
  }
  return { pick, pickId, send }
}

function createPlacing(scene: StepScene) {
  const { catalog, below, known, images } = scene
  const { pick, pickId, send } = createHelpers(scene)
  const confidence = () => pick(['low', 'medium', 'high'] as const)
  const place: Step = async (person) => {
    const position = {
      latitude: below(180) - 90,
      longitude: below(360) - 180,
      direction: below(2) === 0 ? null : below(360),
    }
    const input = {
      ...position,
      image: pick(images),
      confidence: confidence(),
      confidence_notes: undefined,
      previous: pick([undefined, undefined, null, pickId('georeference')]),
    }
    const { id } = await send(person, placeAtPoint, input)
    const made = {
      image_id: input.image,
      user_id: person.userId,
      confidence: input.confidence,
      created_at: catalog.clock.now(),
    }
    known.georeference.set(id, { ...made, ...position })
  }
  const placeArea: Step = async (person) => {
    const [west, south] = [below(300) - 150, below(160) - 80]
    const ring = `[[${west},${south}],[${west + 0.5},${south}],[${west},${south + 0.5}],[${west},${south}]]`
    const input = {
      image: pick(images),
      polygon: `{"type":"Polygon","coordinates":[${ring}]}`,
      confidence: confidence(),
      confidence_notes: 'Clear.',
      previous: undefined,
    }
    const { id } = await send(person, placeOnArea, input)
    const { image: image_id, confidence: given, polygon } = input
    const created_at = catalog.clock.now()
    const made = { image_id, user_id: person.userId, confidence: given, polygon, created_at }
    known.from_above_georeference.set(id, made)
  }
  const check: Step = async (person) => {
    const table = pick(['georeference', 'georeference', 'from_above_georeference'] as const)
    const validation = pick(['correct', 'uncertain', 'incorrect', 'incorrect'] as const)
    await send(person, checkGeoreference, {
      table,
      id: pickId(table),
      validation,
      notes: undefined,
    })
  }
  /** Most of the older ones are refused; others may check or follow a new one in between. */
  const takeBack: Step = async (person) => {
    if (below(3) > 0) await place(person)
    const table = pick(['georeference', 'georeference', 'from_above_georeference'] as const)
    const own = [...known[table]].findLast(([, made]) => made.user_id === person.userId)
    const id = below(4) === 0 || !own ? pickId(table) : own[0]
    await send(person, withdrawPlacement, { table, id })
    known[table].delete(id)
  }
  return { place, placeArea, check, takeBack }
}

function createTagging(scene: StepScene): Step[] {
  const { catalog, images, subjects } = scene
  const { pick, send } = createHelpers(scene)
  const tag: Step = async (person) => {
    await send(person, addTag, { imageId: pick(images), subject: String(pick(subjects)) })
  }
  const untag: Step = async (person) => {
    await send(person, removeTag, { imageId: pick(images), subject: String(pick(subjects)) })
  }
  const reorder: Step = async (person) => {
    const imageId = pick(images)
    const tags = await catalog.reads
      .selectFrom('image_subject')
      .select('subject_id')
      .where('image_id', '=', imageId)
      .orderBy('position', 'desc')
      .execute()
    const order = tags.map(({ subject_id }) => subject_id)
    await send(person, reorderTags, { imageId, order })
  }
  return [tag, tag, tag, tag, untag, reorder]
}

function createOthers(scene: StepScene): Step[] {
  const { catalog, below, known, hidden, images, collections, staff } = scene
  const { pick, pickId, send } = createHelpers(scene)
  const comment: Step = async (person) => {
    const imageId = pick(images)
    const text = `Comment ${below(1000)}`
    const { id } = await send(person, commentOnImage, { imageId, text })
    known.comment.set(id, {
      image_id: imageId,
      text,
      commented_by: person.userId,
      created_at: catalog.clock.now(),
    })
  }
  const withdraw: Step = async (person) => {
    const id = pickId('comment')
    await send(person, deleteComment, { id })
    known.comment.delete(id)
  }
  const skip: Step = async (person) => {
    await send(person, skipImage, { imageId: pick(images), reason: undefined })
  }
  const flag: Step = async (person) => {
    const report = { reason: pick(FLAG_REASONS), text: undefined }
    await send(person, flagImage, { imageId: pick(images), ...report })
  }
  const correct: Step = async () => {
    const moderator = pick(staff)
    const input = pick([
      { from_above: below(2) === 0 },
      { will_not_georef: below(4) === 0 },
      { duplicate_of: below(2) === 0 ? null : pick(images) },
      { collection: pick(collections) },
      { order: below(100) },
      { title: `Title ${below(100)}` },
    ])
    await send(moderator, editImage, { imageId: pick(images), ...input })
  }
  const remove: Step = async () => {
    const table = pick(['georeference', 'from_above_georeference'] as const)
    const id = pickId(table)
    await send(pick(staff), deleteGeoreference, { table, id })
    known[table].delete(id)
  }
  const hide: Step = async () => {
    const id = pickId('comment')
    await send(pick(staff), hideComment, { id })
    const comment = known.comment.get(id)
    if (comment) hidden.set(id, comment)
    known.comment.delete(id)
  }
  const unhide: Step = async () => {
    const [[id, comment] = [0, undefined]] = hidden
    await send(pick(staff), unhideComment, { id })
    if (hidden.delete(id) && comment) known.comment.set(id, comment)
  }
  const suspend: Step = async ({ userId }) => {
    await send(pick(staff), suspendUser, { id: userId, reason: undefined })
  }
  const reinstate: Step = async ({ userId }) => {
    await send(pick(staff), reinstateUser, { id: userId })
  }
  return [comment, withdraw, hide, unhide, suspend, reinstate, skip, flag, correct, remove]
}
