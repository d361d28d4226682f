import { formatTimestamp } from '../../src/core/base/clock.ts'

/**
 * A reference model of the activity feed, for comparison: computed in memory from a list of facts in the order
 * in which they arrived.
 */
export type Fact =
  | { kind: 'point' | 'area'; id: number; user: number; image: number; at: number }
  | { kind: 'comment'; id: number; user: number; image: number; at: number }
  | {
      kind: 'added' | 'removed'
      id: number
      user: number | null
      image: number
      subject: number
      at: number
    }
  | {
      kind: 'reordered'
      id: number
      user: number | null
      image: number
      at: number
      orders: [number[], number[]]
    }
  | { kind: 'announced'; collection: number; at: number }

export interface World {
  /** Ids of public images. */
  publicImages: ReadonlySet<number>
  publicCollections: ReadonlySet<number>
  /** Whether the image is tagged with the subject. */
  tagged: (image: number, subject: number) => boolean
  milestones: { user: readonly number[]; sitewide: readonly number[] }
}

interface Event {
  type: string
  at: number
  isGroup: boolean
  /** What tells it from others of its type at the same time, in this order. */
  keys: (number | string | null)[]
  data: object | null
}

const GAP = 3 * 3600 * 1_000_000

export function modelFeed(facts: readonly Fact[], world: World): object[] {
  const events = [
    ...georeferenceGroups(facts, world),
    ...subjectGroups(facts, world),
    ...milestones(facts, world),
    ...introductions(facts, world),
    ...facts.flatMap((fact) => single(fact, world)),
  ].sort(inFixedOrder)
  let last = Number.NEGATIVE_INFINITY
  const stamped = events.map(({ at, type, data }) => {
    last = Math.max(at, last + 1)
    return { type, timestamp: formatTimestamp(last), data }
  })
  return stamped.filter(({ data }) => data !== null).reverse()
}

function inFixedOrder(one: Event, other: Event): number {
  const keysOf = (event: Event) => [event.at, Number(event.isGroup), event.type, ...event.keys]
  const [mine, others] = [keysOf(one), keysOf(other)]
  const at = mine.findIndex((key, index) => key !== others[index])
  if (at === -1) throw new Error(`two events are the same: ${JSON.stringify(one)}`)
  const [key, otherKey] = [mine[at]!, others[at]!]
  if (key === null || otherKey === null) return key === null ? -1 : 1
  return key < otherKey ? -1 : 1
}

const nameOf = (user: number | null): string | null => {
  if (user === null) return null
  return user < 0 ? 'former contributor' : `user-${user}`
}
const imageOf = (id: number) => ({ id, title: `Image ${id}`, thumbnail: null })

type Contribution = Extract<Fact, { image: number }>
type Georeference = Extract<Fact, { kind: 'point' | 'area' }>
type Tagging = Extract<Fact, { subject: number }>

export const isGeoreference = (fact: Fact): fact is Georeference =>
  fact.kind === 'point' || fact.kind === 'area'
const isTagging = (fact: Fact): fact is Tagging => 'subject' in fact

/** Splits facts into runs without a gap of more than three hours. */
function runs<T extends Contribution>(facts: T[]): T[][] {
  const sorted = facts.toSorted((one, other) => one.at - other.at)
  const found: T[][] = []
  for (const fact of sorted) {
    const run = found.at(-1)
    if (run && fact.at - run.at(-1)!.at <= GAP) run.push(fact)
    else found.push([fact])
  }
  return found
}

function spanOf(run: readonly Contribution[]) {
  const times = run.map(({ at }) => at)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return { at: to, started_at: formatTimestamp(from), ended_at: formatTimestamp(to) }
}

function georeferenceGroups(facts: readonly Fact[], { publicImages }: World): Event[] {
  const made = facts.filter(isGeoreference)
  const byUser = Object.values(Object.groupBy(made, ({ user }) => user))
  return byUser.flatMap((own) =>
    runs(own!).map((run) => {
      const { at, ...span } = spanOf(run)
      const seen = run
        .filter(({ image }) => publicImages.has(image))
        .sort(
          (one, other) =>
            other.at - one.at || other.id - one.id || (one.kind < other.kind ? -1 : 1),
        )
        .map(({ image }) => imageOf(image))
      const data = { user: nameOf(run[0]!.user), count: seen.length, ...span, images: seen }
      const event = { type: 'georeference_group', at, isGroup: true, keys: [run[0]!.user] }
      return { ...event, data: seen.length > 0 ? data : null }
    }),
  )
}

function subjectGroups(facts: readonly Fact[], { publicImages }: World): Event[] {
  const changes = facts.filter(isTagging).filter(({ user }) => user !== null)
  const alike = Object.values(
    Object.groupBy(changes, ({ user, subject, kind }) => `${user} ${subject} ${kind}`),
  )
  return alike.flatMap((own) =>
    runs(own!).map((run) => {
      const { at, ...span } = spanOf(run)
      const { user, subject, kind: action } = run[0]!
      const images = run
        .filter(({ image }) => publicImages.has(image))
        .sort((one, other) => other.at - one.at || other.image - one.image)
        .map(({ image }) => imageOf(image))
      const about = { subject_id: subject, subject_title: `Subject ${subject}` }
      const data = { user: nameOf(user), action, count: images.length, ...span, ...about, images }
      const keys = [user, subject, action]
      const event = { type: 'subject_activity_group', at, isGroup: true, keys }
      return { ...event, data: images.length > 0 ? data : null }
    }),
  )
}

function milestones(facts: readonly Fact[], world: World): Event[] {
  const made = facts.filter(isGeoreference).sort((one, other) => one.at - other.at)
  const isStep = (count: number, steps: readonly number[]): boolean => {
    const last = steps.at(-1)!
    return steps.includes(count) || (count > last && count % last === 0)
  }
  const counts = new Map<number, number>()
  const seen = made.filter(({ image }) => world.publicImages.has(image))
  const seenUsers = new Set(seen.map(({ user }) => user))
  return made.flatMap(({ user, at }, index): Event[] => {
    const [own, all] = [(counts.get(user) ?? 0) + 1, index + 1]
    counts.set(user, own)
    const mine = seenUsers.has(user) ? { user: nameOf(user), count: own } : null
    const told: Event[] = []
    if (isStep(own, world.milestones.user))
      told.push({ type: 'user_milestone', at, isGroup: false, keys: [user, own], data: mine })
    if (isStep(all, world.milestones.sitewide)) {
      const event = { type: 'sitewide_milestone', at, isGroup: false, keys: [all] }
      told.push({ ...event, data: { count: all } })
    }
    return told
  })
}

function introductions(facts: readonly Fact[], world: World): Event[] {
  const added = facts.filter(isTagging).filter(({ kind }) => kind === 'added')
  const bySubject = Object.values(Object.groupBy(added, ({ subject }) => subject))
  return bySubject.map((own) => {
    const { subject } = own![0]!
    const at = Math.min(...own!.map((fact) => fact.at))
    const users = own!.filter((fact) => fact.at === at).map(({ user }) => user)
    const user = users.filter((user) => user !== null).sort((one, other) => one - other)[0] ?? null
    const isSeen = own!.some(({ image }) => world.publicImages.has(image))
    const image = [...world.publicImages]
      .sort((one, other) => one - other)
      .find((image) => world.tagged(image, subject))
    const data = {
      user: nameOf(user),
      subject_id: subject,
      subject_title: `Subject ${subject}`,
      representative_image_id: image ?? null,
      representative_image_thumbnail: null,
    }
    const event = { type: 'subject_introduction', at, isGroup: false, keys: [user, subject] }
    return { ...event, data: isSeen ? data : null }
  })
}

function single(fact: Fact, world: World): Event[] {
  const { at } = fact
  if (fact.kind === 'announced') {
    const { collection } = fact
    const data = { collection_id: collection, collection_name: `Collection ${collection}` }
    const event = { type: 'collection_introduction', at, isGroup: false, keys: [collection] }
    return [{ ...event, data: world.publicCollections.has(collection) ? data : null }]
  }
  const isSeen = world.publicImages.has(fact.image)
  if (fact.kind === 'comment') {
    const { id, image } = fact
    const about = { image_id: image, image_title: `Image ${image}` }
    const data = { user: nameOf(fact.user), text: `Comment ${id}`, ...about }
    const keys = [fact.user, id]
    return [{ type: 'comment', at, isGroup: false, keys, data: isSeen ? data : null }]
  }
  if (fact.kind !== 'reordered' || fact.user === null) return []
  const [previous_order, new_order] = fact.orders
  const moment = formatTimestamp(at)
  const span = { count: 1, started_at: moment, ended_at: moment }
  const about = { subject_id: null, subject_title: null, images: [imageOf(fact.image)] }
  const user = nameOf(fact.user)
  const data = { user, action: 'reordered', ...span, ...about, previous_order, new_order }
  const keys = [fact.user, null, 'reordered', fact.id]
  const event = { type: 'subject_activity_group', at, isGroup: true, keys }
  return [{ ...event, data: isSeen ? data : null }]
}
