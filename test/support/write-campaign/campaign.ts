import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { Contributor } from '../../../src/core/auth/contributor.ts'
import { CatalogError } from '../../../src/core/base/errors.ts'
import type { Seed } from '../seed.ts'
import { numbersFrom } from '../seeded-numbers.ts'
import type { TestClock } from '../test-clock.ts'
import { checkInvariants } from './invariants.ts'
import { createRevert, createSteps, type KnownRows, type StepScene } from './steps.ts'

/** Random writes by several people at once, after which everything that is derived must equal the contributions. */

interface Scene {
  catalog: Catalog
  seed: Seed
  clock: TestClock
}

interface Options {
  writes: number
  seed: number
  /** After how many writes everything is checked. */
  checkEvery: number
  onCheck?: (written: number) => void
}

export interface CampaignResult {
  accepted: number
  /** By kind of the error. */
  refused: Record<string, number>
}

const PEOPLE = 6
const STAFF = 2
const IMAGES = 60
const SUBJECTS = 8
/** Requests that run at the same time. */
const TOGETHER = 4
/** Between requests, some of them exactly as long as a group of the feed allows, or longer. */
const PAUSES = [1, 20, 20, 60, 3600, 3 * 3600, 3 * 3600 + 1]

export async function runWriteCampaign(
  { catalog, seed, clock }: Scene,
  { writes, seed: start, checkEvery, onCheck }: Options,
): Promise<CampaignResult> {
  const below = numbersFrom(start)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const people = await seedPeople(seed)
  const known: KnownRows = {
    georeference: new Map(),
    from_above_georeference: new Map(),
    comment: new Map(),
  }
  const staff = people.filter(({ isStaff }) => isStaff)
  const hidden: StepScene['hidden'] = new Map()
  const scene: StepScene = { catalog, below, known, hidden, staff, ...(await seedImages(seed)) }
  const steps = createSteps(scene)
  const revert = createRevert(scene)
  const result: CampaignResult = { accepted: 0, refused: {} }
  for (let written = 0; written < writes;) {
    clock.advance(pick(PAUSES))
    if (below(200) === 0)
      await seed.setPublic('collection', pick(scene.collections), below(2) === 0)
    if (below(50) === 0) await count(result, () => revert(pick(people)))
    const together = Array.from({ length: TOGETHER }, () => ({
      step: pick(steps),
      person: pick(people),
    }))
    await Promise.all(together.map(({ step, person }) => count(result, () => step(person))))
    written += TOGETHER
    if (written % checkEvery >= TOGETHER && written < writes) continue
    await checkInvariants(catalog, known)
    onCheck?.(written)
  }
  return result
}

/** The catalog refuses some requests, which then change nothing. */
async function count(result: CampaignResult, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    result.accepted += 1
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    result.refused[error.kind] = (result.refused[error.kind] ?? 0) + 1
  }
}

async function seedPeople(seed: Seed): Promise<Contributor[]> {
  const people: Contributor[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const isStaff = n < STAFF
    const userId = await seed.user({ is_staff: isStaff ? 1 : 0 })
    people.push({ userId, isStaff, isModerator: isStaff, visibility: 'public' })
  }
  return people
}

/** The images of one of three collections are hidden, and every fourth is taken from above. */
async function seedImages(
  seed: Seed,
): Promise<Pick<StepScene, 'collections' | 'images' | 'subjects'>> {
  const collections: number[] = []
  for (const shown of [1, 1, 0] as const) collections.push(await seed.collection({ public: shown }))
  const images: number[] = []
  for (let n = 0; n < IMAGES; n += 1) {
    const from_above = n % 4 === 0 ? 1 : 0
    images.push(await seed.image({ collection_id: collections[n % 3]!, from_above }))
  }
  const subjects: number[] = []
  for (let n = 0; n < SUBJECTS; n += 1) subjects.push(await seed.subject())
  return { collections, images, subjects }
}
