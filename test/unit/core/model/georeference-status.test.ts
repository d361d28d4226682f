import { expect, test } from 'vitest'
import { findGeoreferenceStatus } from '../../../../src/core/model/georeference-status.ts'

test.each([
  [{ duplicate_of: 7, will_not_georef: 1, last_georeferenced_at: 1 }, 'duplicate'],
  [{ duplicate_of: null, will_not_georef: 1, last_georeferenced_at: 1 }, 'will_not_georef'],
  [{ duplicate_of: null, will_not_georef: 0, last_georeferenced_at: 0 }, 'georeferenced'],
  [{ duplicate_of: null, will_not_georef: 0, last_georeferenced_at: null }, 'available'],
] as const)('%j is %s', (facts, status) => expect(findGeoreferenceStatus(facts)).toBe(status))
