import { expect, test, vi } from 'vitest'
import * as protocol from '../../../../../src/cli/import/journal/row-state-machine.ts'
import {
  PLAIN,
  walk,
  type Bounds,
  type Instance,
  type Rules,
  type Walk,
} from './row-state-model.ts'

// Explores everything that can happen to one row: delayed, lost and reordered requests, lost responses, crashes
// and expiring slots at any moment. The importer's own rules decide what it does.

// Tens of thousands of states take long if other tests run at the same time.
vi.setConfig({ testTimeout: 90_000 })

const BOUNDS: Bounds = { slots: 2, policy: { ...protocol.POLICY, maxLostCommits: 1 } }

function explore(rules: Rules, instance: Partial<Instance> = {}): Walk {
  return walk(rules, { ...PLAIN, ...instance }, BOUNDS)
}

/** Explores until it finds the known error of wrong rules. */
function lookFor(
  wanted: NonNullable<Bounds['wanted']>,
  rules: Rules,
  instance: Partial<Instance> = {},
): Walk {
  return walk(rules, { ...PLAIN, ...instance }, { ...BOUNDS, wanted })
}

const variants: [string, Partial<Instance>][] = [
  ['answers a used slot with 404', {}],
  ['answers a used slot with 409', { usedSlot: '409' }],
  ['answers a repetition as the first time', { usedSlot: 'first answer' }],
  ['says what became of a slot', { usedSlot: 'code' }],
  ['counts expired slots as canceled', { cancelCountsOver: true }],
  ['passes over a slot that is being committed', { passesOver: true }],
  ['passes over it, and says what became of it', { passesOver: true, usedSlot: 'code' }],
]

test.each(variants)(
  'neither duplicates, loses nor misreports a row if the instance %s',
  (_, instance) => {
    const { states, ends, ...wrong } = explore(protocol, instance)
    expect(wrong).toEqual({})
    expect(states).toBeGreaterThan(3000)
    expect([...ends]).toEqual(expect.arrayContaining(['committed', 'failed']))
  },
)

test('never duplicates a row if the collection is not readable, but may need a decision', () => {
  for (const passesOver of [false, true]) {
    const { states: _, ends, ...wrong } = explore(protocol, { hidden: true, passesOver })
    expect(wrong).toEqual({})
    expect([...ends]).toEqual(expect.arrayContaining(['failed', 'review']))
  }
})

test('neither duplicates nor loses a row if another account runs the import in between', () => {
  const { states: _, ends: __, ...wrong } = explore(protocol, { otherAccount: true })
  expect(wrong).toEqual({})
})

test('finds the duplicate of rules that request a new slot after a lost response', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      'is' in answer && answer.is === 'lost'
        ? protocol.PLANNED
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['duplicate'], naive).duplicate).toBeDefined()
})

test('finds the duplicate of rules that look for the image before they cancel the slot', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer(row, answer, policy) {
      const after = protocol.applyAnswer(row, answer, policy)
      if (answer.to === 'locate' && answer.is === 'absent') return protocol.PLANNED
      return after.state === 'fencing' || (answer.to === 'commit' && answer.is === 'lost')
        ? { ...after, state: 'locating' }
        : after
    },
  }
  expect(lookFor(['duplicate'], naive).duplicate).toBeDefined()
})

test('finds the false report of rules that trust every cancel that deletes nothing', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      answer.to === 'cancel' && answer.is === 'answered' && answer.deleted === 0
        ? { ...row, state: 'committed', imageId: 0 }
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['falselyDone'], naive).falselyDone).toBeDefined()
})

test('finds the duplicate of rules that abandon an open slot that a cancel skipped', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      answer.to === 'locate' && answer.is === 'absent'
        ? protocol.PLANNED
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['duplicate'], naive, { passesOver: true }).duplicate).toBeDefined()
})

test('finds the false report of rules that ignore a change of account', () => {
  const naive: Rules = {
    ...protocol,
    chooseNextStep: (row, _, policy) =>
      protocol.chooseNextStep({ ...row, account: null }, 0, policy),
  }
  const instance = { ...PLAIN, otherAccount: true }
  const oneSlot = { ...BOUNDS, slots: 1 }
  expect(walk(protocol, instance, oneSlot).ends).not.toContain('review')
  expect(walk(naive, instance, oneSlot).ends).toContain('review')
})

test('finds the false report of rules that forget an earlier cancel', () => {
  const naive: Rules = {
    ...protocol,
    recordIntent: (row, step) => ({
      ...protocol.recordIntent(row, step),
      openCancels: step === 'cancel' ? 1 : 0,
    }),
  }
  expect(explore(protocol).ends).not.toContain('review')
  expect(explore(naive).ends).toContain('review')
})

test('a row changes its state before each commit and cancel', () => {
  const uploaded = { ...protocol.PLANNED, state: 'uploaded' as const, slot: 'a' }
  expect(protocol.recordIntent(uploaded, 'commit').state).toBe('committing')
  expect(protocol.recordIntent(uploaded, 'cancel')).toMatchObject({
    state: 'fencing',
    openCancels: 1,
  })
})
