import { isDeepStrictEqual } from 'node:util'
import {
  PLANNED,
  type Answer,
  type recordIntent,
  type applyAnswer,
  type chooseNextStep,
  type Policy,
  type RowState,
  type Step,
  type resumeRowState,
} from '../../../../../src/cli/import/journal/row-state-machine.ts'

/** Rules of an importer: those of the program, or wrong ones. */
export interface Rules {
  chooseNextStep: typeof chooseNextStep
  recordIntent: typeof recordIntent
  resumeRowState: typeof resumeRowState
  applyAnswer: typeof applyAnswer
}

/** Behavior of an instance that the specification leaves open. */
export interface Instance {
  /** The response to a commit of a used slot. */
  usedSlot: '404' | '409' | 'first answer' | 'code'
  /** Whether a cancel counts an expired, unused slot. */
  cancelCountsOver: boolean
  /** Whether a cancel ignores a slot with a running commit, which may still fail. */
  passesOver: boolean
  /** Whether the importer cannot read the collection. */
  hidden: boolean
  /** Whether another account can be signed in when the importer runs again. */
  otherAccount: boolean
}

export const PLAIN: Instance = {
  usedSlot: '404',
  cancelCountsOver: false,
  passesOver: false,
  hidden: false,
  otherAccount: false,
}

interface Slot {
  is: 'pending' | 'busy' | 'used' | 'deleted'
  /** Index into AGES. */
  age: number
  owner: number
}

/** A request in transit, which may arrive at any time or never. */
interface Message {
  kind: 'commit' | 'cancel'
  slot: number
  from: number
}

interface World {
  slots: Slot[]
  network: Message[]
  /** Slots that became images: image n was made of the nth. */
  images: number[]
  /** The row on the disk and in the memory of the importer. */
  disk: RowState
  row: RowState
  running: boolean
  caller: number
  waiting: Step | null
}

/** Ages of a slot in seconds: certainly open, maybe open, expired, expired and all commits ended. */
const AGES = [0, 14.5, 15.5, 19].map((minutes) => minutes * 60)
const OVER = 2
const MAX_MESSAGES = 2

export interface Walk {
  states: number
  /** Errors, each with the shortest path to it. */
  duplicate?: string[]
  falselyDone?: string[]
  falselyFailed?: string[]
  /** A state from which no end can be reached. */
  stuck?: string[]
  /** The final states of a row. */
  ends: Set<string>
}

export interface Bounds {
  slots: number
  policy: Policy
  /** Stops when one of these errors is found. */
  wanted?: readonly ('duplicate' | 'falselyDone')[]
}

const START: World = {
  slots: [],
  network: [],
  images: [],
  disk: PLANNED,
  row: PLANNED,
  running: true,
  caller: 1,
  waiting: null,
}

/** A visited state: how it was reached first, and all states before it, by their numbers. */
interface Seen {
  by: string
  predecessors: number[]
  isEnd: boolean
}

/** Visits every reachable state, breadth first. */
export function walk(rules: Rules, instance: Instance, bounds: Bounds): Walk {
  const numbers = new Map<string, number>()
  const seen: Seen[] = []
  const result: Walk = { states: 0, ends: new Set() }
  const queue: World[] = []
  const keyOf = createKeys()
  const visit = (world: World, by: string, from?: number): void => {
    const key = keyOf(world)
    const known = numbers.get(key)
    const predecessors = from === undefined ? [] : [from]
    if (known === undefined) {
      numbers.set(key, seen.length)
      seen.push({ by, predecessors, isEnd: isEnd(world, bounds) })
      queue.push(world)
    } else seen[known]!.predecessors.push(...predecessors)
  }
  visit(START, 'start')
  for (let next = 0; next < queue.length; next += 1) {
    const world = queue[next]!
    inspect(world, result, () => pathTo(next, seen))
    if (bounds.wanted?.some((wrong) => result[wrong])) return { ...result, states: seen.length }
    for (const [by, reached] of transitions(world, rules, instance, bounds)) {
      visit(simplified(reached), by, next)
    }
    // Frees the memory of the state.
    queue[next] = START
  }
  result.states = seen.length
  const dead = stateWithoutEnd(seen)
  return dead === undefined ? result : { ...result, stuck: pathTo(dead, seen) }
}

function stateWithoutEnd(seen: readonly Seen[]): number | undefined {
  const reaching = [...seen.keys()].filter((number) => seen[number]!.isEnd)
  const alive = new Set(reaching)
  for (let next = 0; next < reaching.length; next += 1) {
    for (const before of seen[reaching[next]!]!.predecessors) {
      if (!alive.has(before)) reaching.push(before)
      alive.add(before)
    }
  }
  return [...seen.keys()].find((number) => !alive.has(number))
}

const ENDS = ['committed', 'failed', 'review']

function inspect(world: World, result: Walk, way: () => string[]): void {
  const { row, images } = world
  if (images.length > 1) result.duplicate ??= way()
  if (isFalselyDone(world)) result.falselyDone ??= way()
  if (isFalselyFailed(world)) result.falselyFailed ??= way()
  if (ENDS.includes(row.state)) result.ends.add(row.state)
}

function isFalselyDone({ row, images }: World): boolean {
  return row.state === 'committed' && images[row.imageId ?? -1] === undefined
}

function isFalselyFailed({ row, images, slots }: World): boolean {
  return row.state === 'failed' && (images.length > 0 || slots.some(({ is }) => is === 'busy'))
}

/** The model limits the number of slots, so a row without another slot has reached its end, too. */
function isEnd({ row, running, slots }: World, bounds: Bounds): boolean {
  if (!running) return false
  if (row.state === 'planned') return slots.length === bounds.slots
  return ENDS.includes(row.state)
}

function pathTo(number: number, seen: readonly Seen[]): string[] {
  const path: string[] = []
  for (let at = number; at > 0; at = seen[at]!.predecessors[0]!) path.unshift(seen[at]!.by)
  return ['start', ...path]
}

/** Returns a function that gives equal states equal, short keys: states share most of their parts. */
function createKeys(): (world: World) => string {
  const numbers = new Map<string, number>()
  const known = new WeakMap<object, number>()
  const numberOf = (part: object): number => {
    const number = known.get(part)
    if (number !== undefined) return number
    const text = JSON.stringify(part)
    const own = numbers.get(text) ?? numbers.size
    numbers.set(text, own)
    known.set(part, own)
    return own
  }
  return ({ slots, network, images, disk, row, running, caller, waiting }) => {
    const slotKey = slots.map(({ is, age, owner }) => `${is}${age}${owner}`).join()
    const networkKey = network.map(({ kind, slot, from }) => `${kind}${slot}${from}`).join()
    const parts = [slotKey, networkKey, images.join(), numberOf(disk), numberOf(row)]
    return [...parts, running, caller, waiting].join(' ')
  }
}

/** Removes what no longer matters: closed slots, and requests to them. */
function simplified(world: World): World {
  const spent = world.slots.map(
    ({ is, age }, index) =>
      is === 'used' ||
      is === 'deleted' ||
      (is === 'pending' && age >= OVER && !isCurrent(world, index)),
  )
  if (!spent.includes(true)) return world
  const slots = world.slots.map((slot, index): Slot => {
    if (!spent[index] || isCurrent(world, index)) return slot
    return { ...slot, is: slot.is === 'used' ? 'used' : 'deleted', age: 0 }
  })
  const awaited = world.waiting === null ? -1 : world.network.length - 1
  const network = world.network.filter(({ slot }, index) => index === awaited || !spent[slot])
  return { ...world, slots, network }
}

function isCurrent({ row, disk }: World, index: number): boolean {
  return row.slot === String(index) || disk.slot === String(index)
}

type Transition = [by: string, world: World]

function transitions(world: World, rules: Rules, instance: Instance, bounds: Bounds): Transition[] {
  const all = [...ofTime(world, instance), ...ofNetwork(world, rules, instance, bounds)]
  if (!world.running) return [...all, ...restarts(world, rules, instance)]
  all.push(['crash', { ...world, running: false, row: PLANNED, waiting: null }])
  if (world.waiting === null && !isWritten(world)) {
    all.push(['write', { ...world, disk: world.row }])
  }
  if (world.waiting === null) {
    return [
      ...all,
      ...announcedAhead(world, rules, bounds),
      ...begins(world, rules, instance, bounds),
    ]
  }
  return [...all, ['answer lost', answered(world, lost(world.waiting), rules, bounds)]]
}

function isWritten({ disk, row }: World): boolean {
  return disk === row || isDeepStrictEqual(disk, row)
}

/** The journal records a commit before it is sent. The importer may revert it, or crash. */
function announcedAhead(world: World, rules: Rules, { policy }: Bounds): Transition[] {
  const { row, caller } = world
  if (row.state !== 'uploaded' || rules.chooseNextStep(row, caller, policy) !== 'commit') return []
  return [['announced ahead', { ...world, disk: rules.recordIntent(row, 'commit') }]]
}

function lost(step: Step): Answer {
  return step === 'cancel' ? { to: 'cancel', is: 'lost' } : { to: 'commit', is: 'lost' }
}

function restarts(world: World, rules: Rules, { otherAccount }: Instance): Transition[] {
  const row = bounded(rules.resumeRowState(world.disk))
  return (otherAccount ? [1, 2] : [1]).map((caller) => [
    `run again as ${caller}`,
    { ...world, running: true, row, caller },
  ])
}

/** All slots age together. A running commit ends before the next age. */
function ofTime(world: World, { passesOver }: Instance): Transition[] {
  const found: Transition[] = []
  if (world.slots.length > 0 && !world.slots.some(({ is }) => is === 'busy')) {
    const slots = world.slots.map((slot) => ({
      ...slot,
      age: Math.min(slot.age + 1, AGES.length - 1),
    }))
    found.push(['time passes', { ...world, slots }])
  }
  if (!passesOver) return found
  for (const [index, slot] of world.slots.entries()) {
    if (slot.is !== 'busy') continue
    const made = { ...world, slots: replaced(world.slots, index, { ...slot, is: 'used' }) }
    found.push(['commit ends well', { ...made, images: [...world.images, index] }])
    const slots = replaced(world.slots, index, { ...slot, is: 'pending' })
    found.push(['commit ends badly', { ...world, slots }])
  }
  return found
}

function replaced(slots: Slot[], index: number, slot: Slot): Slot[] {
  return slots.map((other, at) => (at === index ? slot : other))
}

/** The steps that the running importer can begin. */
function begins(world: World, rules: Rules, instance: Instance, bounds: Bounds): Transition[] {
  const step = rules.chooseNextStep(world.row, world.caller, bounds.policy)
  if (step === undefined) return []
  const row = bounded(rules.recordIntent(world.row, step))
  const announced: World = { ...world, row, disk: row === world.row ? world.disk : row }
  const current = Number(row.slot ?? -1)
  if (step === 'request_slot') return requested(announced, rules, bounds)
  if (step === 'upload') return uploaded(announced, rules, bounds)
  if (step === 'locate') return [located(announced, rules, instance, bounds)]
  if (world.network.length >= MAX_MESSAGES) return []
  const message: Message = { kind: step, slot: current, from: world.caller }
  const sent = { ...announced, waiting: step, network: [...world.network, message] }
  return [[`${step} ${current}`, sent]]
}

function requested(world: World, rules: Rules, bounds: Bounds): Transition[] {
  if (world.slots.length >= bounds.slots) return []
  const slot = String(world.slots.length)
  const made: World = {
    ...world,
    slots: [...world.slots, { is: 'pending', age: 0, owner: world.caller }],
  }
  const answer: Answer = { to: 'request_slot', is: 'given', slot, at: 0, account: world.caller }
  return [[`slot ${slot}`, answered(made, answer, rules, bounds)]]
}

function uploaded(world: World, rules: Rules, bounds: Bounds): Transition[] {
  const slot = world.slots[Number(world.row.slot)]!
  const is = slot.is === 'pending' && slot.age < OVER ? 'stored' : 'slot_closed'
  return [[`upload: ${is}`, answered(world, { to: 'upload', is }, rules, bounds)]]
}

function located(world: World, rules: Rules, { hidden }: Instance, bounds: Bounds): Transition {
  const at = AGES[world.slots[Number(world.row.slot)]!.age]!
  const answer: Answer = hidden
    ? { to: 'locate', is: 'hidden', at }
    : world.images.length > 0
      ? { to: 'locate', is: 'found', imageId: 0 }
      : { to: 'locate', is: 'absent', at }
  return [`look: ${answer.is}`, answered(world, answer, rules, bounds)]
}

/** Any request in transit may arrive or get lost. The importer may get the response to the last one. */
function ofNetwork(world: World, rules: Rules, instance: Instance, bounds: Bounds): Transition[] {
  const found: Transition[] = []
  for (const [index, message] of world.network.entries()) {
    const network = world.network.filter((_, at) => at !== index)
    const isAwaited = world.waiting !== null && index === world.network.length - 1
    if (!isAwaited) found.push(['request lost', { ...world, network }])
    for (const [what, after, answer] of arrivals({ ...world, network }, message, instance)) {
      const by = `${message.kind} ${message.slot} arrives: ${what}`
      if (!isAwaited) found.push([by, after])
      else if (answer) found.push([`${by}, told`, answered(after, answer, rules, bounds)])
      if (isAwaited) found.push([`${by}, not told`, { ...after, waiting: null, row: after.row }])
    }
  }
  return found.map(([by, after]) =>
    by.endsWith('not told')
      ? [by, answered(after, lost(world.waiting!), rules, bounds)]
      : [by, after],
  )
}

type Arrival = [what: string, after: World, answer: Answer | undefined]

function arrivals(world: World, message: Message, instance: Instance): Arrival[] {
  return message.kind === 'commit'
    ? commitArrives(world, message, instance)
    : [cancelArrives(world, message, instance)]
}

function commitArrives(
  world: World,
  { slot: index, from }: Message,
  instance: Instance,
): Arrival[] {
  const slot = world.slots[index]!
  if (from !== slot.owner) return [['404', world, { to: 'commit', is: 'unclear' }]]
  if (slot.is === 'busy') {
    const is = instance.usedSlot === '404' || instance.usedSlot === '409' ? 'unclear' : 'lost'
    return [['at work', world, { to: 'commit', is }]]
  }
  if (slot.is === 'used') return [['used', world, ofUsed(instance, world.images.indexOf(index))]]
  if (slot.is === 'deleted' || slot.age >= OVER) {
    const is = instance.usedSlot === 'code' ? 'closed' : 'unclear'
    return [['gone', world, { to: 'commit', is }]]
  }
  const refused: Arrival = ['400', world, { to: 'commit', is: 'refused', problem: WRONG }]
  if (instance.passesOver) {
    const slots = replaced(world.slots, index, { ...slot, is: 'busy' })
    return [['begins', { ...world, slots }, undefined], refused]
  }
  const slots = replaced(world.slots, index, { ...slot, is: 'used' })
  const images = [...world.images, index]
  const made: Answer = { to: 'commit', is: 'made', imageId: images.length - 1 }
  return [['made', { ...world, slots, images }, made], refused]
}

const WRONG = { code: 'title.refused', message: 'title' }

function ofUsed({ usedSlot }: Instance, imageId: number): Answer {
  if (usedSlot === '404') return { to: 'commit', is: 'unclear' }
  if (usedSlot === '409') return { to: 'commit', is: 'nothing_uploaded' }
  return { to: 'commit', is: 'made', imageId }
}

function cancelArrives(world: World, { slot: index, from }: Message, instance: Instance): Arrival {
  const slot = world.slots[index]!
  const at = AGES[slot.age]!
  const counts =
    from === slot.owner && slot.is === 'pending' && (slot.age < OVER || instance.cancelCountsOver)
  const deleted = counts ? 1 : 0
  const slots = counts ? replaced(world.slots, index, { ...slot, is: 'deleted' }) : world.slots
  return [`${deleted}`, { ...world, slots }, { to: 'cancel', is: 'answered', deleted, at }]
}

function answered(world: World, answer: Answer, rules: Rules, { policy }: Bounds): World {
  return { ...world, waiting: null, row: bounded(rules.applyAnswer(world.row, answer, policy)) }
}

/** More than two cancels without a response have the same effect as two. */
function bounded(row: RowState): RowState {
  return row.openCancels > 2 ? { ...row, openCancels: 2 } : row
}
