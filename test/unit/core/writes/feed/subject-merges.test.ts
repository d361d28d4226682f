import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSubjects } from '../../../../../src/core/writes/subjects/merge-subjects.ts'
import { deleteSubject } from '../../../../../src/core/writes/subjects/remove-subject.ts'
import { rebuildActivity } from '../../../../../src/core/writes/feed/rebuild.ts'
import { setSubjects } from '../../../../../src/core/writes/feed/set-subjects.ts'
import { openTestCatalog, type TestCatalog } from '../../../../support/open-catalog.ts'

type Step =
  | { kind: 'tag'; user: number; image: number; subjects: number[]; minutes: number }
  | { kind: 'merge'; from: number; into: number }
  | { kind: 'remove'; subject: number }

const one = (most: number) => fc.nat(most - 1)
const IMAGES = 3
const SUBJECTS = 4

const tagging = fc.record({
  kind: fc.constant('tag' as const),
  user: one(2),
  image: one(IMAGES),
  subjects: fc.uniqueArray(one(SUBJECTS)),
  minutes: fc.constantFrom(0, 0, 1, 100, 200),
})
const merging = fc.record({
  kind: fc.constant('merge' as const),
  from: one(SUBJECTS),
  into: one(SUBJECTS),
})
const removing = fc.record({ kind: fc.constant('remove' as const), subject: one(SUBJECTS) })
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: tagging },
    { weight: 2, arbitrary: merging },
    { weight: 1, arbitrary: removing },
  ),
  { minLength: 3, maxLength: 20 },
)

test('after merges and removals, the feed equals a rebuilt one, and tags are merged', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using here = await openTestCatalog()
      const scene = await createScene(here)
      for (const step of all) await perform(here, scene, step)
      expect(await readTags(here)).toEqual(scene.expected)
      const events = await readEvents(here)
      await here.catalog.write((tx) => rebuildActivity(tx))
      expect(await readEvents(here)).toEqual(events)
      expect(events.every(({ subject_id: id }) => id === null || !scene.merged.has(id))).toBe(true)
    }),
    { numRuns: 12, seed: 16 },
  )
})

interface Scene {
  users: number[]
  images: number[]
  /** Null for a subject that is gone. */
  subjects: ({ id: number; slug: string } | null)[]
  /** Ids of the subjects that were merged into others. */
  merged: Set<number>
  /** The subjects of each image, in order. */
  expected: Record<number, number[]>
}

async function createScene({ seed }: TestCatalog): Promise<Scene> {
  const collection = await seed.collection()
  const images = []
  for (let at = 0; at < IMAGES; at += 1)
    images.push(await seed.image({ collection_id: collection }))
  const subjects = []
  for (let at = 0; at < SUBJECTS; at += 1) {
    const slug = `subject-${at}`
    subjects.push({ id: await seed.subject({ slug }), slug })
  }
  return {
    users: [await seed.user(), await seed.user()],
    images,
    subjects,
    merged: new Set(),
    expected: Object.fromEntries(images.map((image) => [image, []])),
  }
}

async function perform({ catalog, clock }: TestCatalog, scene: Scene, step: Step): Promise<void> {
  const context = { actor: { userId: scene.users[0]! }, now: clock.now() }
  const replace = (id: number, by: number[]): void => {
    for (const [image, tags] of Object.entries(scene.expected)) {
      scene.expected[Number(image)] = [...new Set(tags.flatMap((tag) => (tag === id ? by : [tag])))]
    }
  }
  if (step.kind === 'tag') {
    const chosen = step.subjects.flatMap((at) => scene.subjects[at] ?? [])
    const imageId = scene.images[step.image]!
    const by = { imageId, userId: scene.users[step.user]!, now: clock.now() }
    const slugs = chosen.map(({ slug }) => slug)
    await catalog.write((tx) => setSubjects(tx, slugs, by))
    scene.expected[imageId] = chosen.map(({ id }) => id)
    clock.advance(step.minutes * 60)
    return
  }
  const at = step.kind === 'merge' ? step.from : step.subject
  const gone = scene.subjects[at]
  if (!gone) return
  if (step.kind === 'remove') {
    await catalog.write((tx) => deleteSubject(tx, { id: gone.id, untag: true }, context))
    replace(gone.id, [])
  } else {
    const into = scene.subjects[step.into]
    if (!into || into === gone) return
    await catalog.write((tx) => mergeSubjects(tx, { from: gone.id, into: into.id }, context))
    replace(gone.id, [into.id])
    scene.merged.add(gone.id)
  }
  scene.subjects[at] = null
}

async function readTags({ catalog }: TestCatalog): Promise<Record<number, number[]>> {
  const images = await catalog.reads.selectFrom('image').select('id').execute()
  const tags = await catalog.reads
    .selectFrom('image_subject')
    .select(['image_id', 'subject_id'])
    .orderBy('image_id')
    .orderBy('position')
    .execute()
  const of = (image: number) => tags.filter(({ image_id }) => image_id === image)
  return Object.fromEntries(
    images.map(({ id }) => [id, of(id).map(({ subject_id }) => subject_id)]),
  )
}

function readEvents({ catalog }: TestCatalog) {
  return catalog.reads
    .selectFrom('activity_event')
    .select(['type', 'at', 'timestamp', 'started_at', 'user_id', 'subject_id', 'action'])
    .select(['change_id', 'public_count'])
    .orderBy('timestamp')
    .execute()
}
