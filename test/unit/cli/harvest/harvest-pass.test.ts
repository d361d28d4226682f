import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countRecords, saveRecords, type Pass } from '../../../../src/cli/harvest/harvest-pass.ts'
import { openHarvestState } from '../../../../src/cli/harvest/harvest-state.ts'

test('refuses more records than a remote may have, in whatever documents they are', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-harvest-pass-'))
  using state = await openHarvestState(folder.path)
  const pass: Pass = {
    number: 1,
    state,
    remote: undefined as never,
    source: { url: 'https://museum.example.org/c', map: {}, allowHttp: false },
    records: 0,
    maxRecords: 3,
    onRecords: () => {},
  }
  expect(saveRecords(pass, [{ id: 'a' }, { id: 'b' }])).toBe(2)
  expect(saveRecords(pass, [{ id: 'b' }])).toBe(0)
  expect(state.countSeen(1)).toBe(2)
  const refused = expect.objectContaining({ details: { code: 'harvest.too_many', hint: null } })
  expect(() => saveRecords(pass, [{ id: 'c' }])).toThrow(refused)
  expect(() => countRecords(pass, 1)).toThrow('has more than 3 records')
})
