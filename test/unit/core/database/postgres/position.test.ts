import { expect, test } from 'vitest'
import {
  explainMismatch,
  hasDiverged,
  type Position,
} from '../../../../../src/core/database/postgres/position.ts'

const primary: Position = { database: '7/5', isStandby: false, timeline: '00000002', bytes: 500 }
const standby: Position = { database: '7/5', isStandby: true, timeline: null, bytes: 400 }

test.each<[what: string, replica: Position, problem: string | undefined]>([
  ['a standby', standby, undefined],
  ['the primary itself', primary, undefined],
  ['a former primary', { ...primary, timeline: '00000001' }, 'It is a former primary.'],
  ['another server', { ...standby, database: '8/5' }, 'It is a copy of another database.'],
  ['another database', { ...standby, database: '7/6' }, 'It is a copy of another database.'],
])('explains whether %s can stand for the primary', (_, replica, problem) => {
  expect(explainMismatch(primary, replica)).toBe(problem)
})

test('recognizes a standby with writes that the primary lacks', () => {
  expect(hasDiverged({ ...standby, bytes: 500 }, primary)).toBe(false)
  expect(hasDiverged({ ...standby, bytes: 501 }, primary)).toBe(true)
  expect(hasDiverged({ ...primary, bytes: 501 }, primary)).toBe(false)
})
