import { expect, test, vi } from 'vitest'
import * as protocol from '../../../../../src/cli/import/journal/protocol.ts'
import { PLAIN, walk, type Bounds, type Instance, type Rules, type Walk } from './protocol-model.ts'

// Everything that can happen to one row: any request delayed, lost or arriving after all others, any answer
// lost, a crash at any moment, slots expiring at any moment. The program's own rules are what decides.

// Tens of thousands of states take their time where other tests run beside.
vi.setConfig({ testTimeout: 90_000 })

const BOUNDS = { slots: 2, policy: { ...protocol.POLICY, commitTries: 1 } }

function explore(rules: Rules, instance: Partial<Instance> = {}): Walk {
  return walk(rules, { ...PLAIN, ...instance }, BOUNDS)
}

/** Goes no further than to what rules that are wrong are known to do. */
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
  ['counts expired slots as cancelled', { cancelCountsOver: true }],
  ['passes over a slot that is being committed', { passesOver: true }],
  ['passes over it, and says what became of it', { passesOver: true, usedSlot: 'code' }],
]

test.each(variants)(
  'no row is imported twice, lost or falsely reported where the instance %s',
  (_, instance) => {
    const { states, ends, ...wrong } = explore(protocol, instance)
    expect(wrong).toEqual({})
    expect(states).toBeGreaterThan(3000)
    expect([...ends]).toEqual(expect.arrayContaining(['committed', 'failed']))
  },
)

test('where the collection cannot be looked into a row may need a person, but is never imported twice', () => {
  for (const passesOver of [false, true]) {
    const { states: _, ends, ...wrong } = explore(protocol, { hidden: true, passesOver })
    expect(wrong).toEqual({})
    expect([...ends]).toEqual(expect.arrayContaining(['failed', 'review']))
  }
})

test('another account that runs the import in between does no harm', () => {
  const { states: _, ends: __, ...wrong } = explore(protocol, { otherAccount: true })
  expect(wrong).toEqual({})
})

test('rules that take a new slot after a lost answer import twice', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      'is' in answer && answer.is === 'lost'
        ? protocol.PLANNED
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['duplicate'], naive).duplicate).toBeDefined()
})

test('rules that look for the image without closing the slot first import twice', () => {
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

test('rules that take every cancel that deletes nothing as proof report images that are not there', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      answer.to === 'cancel' && answer.is === 'answered' && answer.deleted === 0
        ? { ...row, state: 'committed', imageId: 0 }
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['falselyDone'], naive).falselyDone).toBeDefined()
})

test('rules that give up on a slot that is not over import twice where a cancel can pass over it', () => {
  const naive: Rules = {
    ...protocol,
    applyAnswer: (row, answer, policy) =>
      answer.to === 'locate' && answer.is === 'absent'
        ? protocol.PLANNED
        : protocol.applyAnswer(row, answer, policy),
  }
  expect(lookFor(['duplicate'], naive, { passesOver: true }).duplicate).toBeDefined()
})

test('rules that do not ask who is signed in take what somebody else is told for a sign of an image', () => {
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

test('rules that forget that a cancel was sent before take its second answer for a sign of an image', () => {
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

test('the state that announces a commit or a cancel is another than before', () => {
  const uploaded = { ...protocol.PLANNED, state: 'uploaded' as const, slot: 'a' }
  expect(protocol.recordIntent(uploaded, 'commit').state).toBe('committing')
  expect(protocol.recordIntent(uploaded, 'cancel')).toMatchObject({
    state: 'fencing',
    openCancels: 1,
  })
})
