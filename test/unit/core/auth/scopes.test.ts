import { expect, test } from 'vitest'
import { narrowScopes, parseScopes, storedScopes } from '../../../../src/core/auth/scopes.ts'

test('an unknown scope is refused in words that are fit for a header', () => {
  expect(() => parseScopes('read sing"\\é')).toThrow("Unknown scope 'sing'??'")
  expect(() => parseScopes(`read ${'x'.repeat(5000)}`)).toThrow(/^.{0,120}$/)
})

test('a refresh cannot ask for more than was granted', () => {
  expect(() => narrowScopes(['read'], 'import')).toThrow("The scope 'import' was not granted.")
  expect(narrowScopes(['read', 'import'], 'read')).toEqual(['read'])
  expect(narrowScopes(['read', 'import'], ' ')).toEqual(['read', 'import'])
})

test('scopes come in any order, repeated or not; none means read', () => {
  expect(parseScopes(undefined)).toEqual(['read'])
  expect(parseScopes('  ')).toEqual(['read'])
  expect(parseScopes('import read  import')).toEqual(['read', 'import'])
})

test('a stored scope that is no longer known grants nothing', () => {
  expect(storedScopes('read fly')).toEqual(['read'])
  expect(storedScopes('')).toEqual([])
})
