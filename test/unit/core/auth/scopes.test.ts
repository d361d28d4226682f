import { expect, test } from 'vitest'
import { narrowScopes, parseScopes, parseStoredScopes } from '../../../../src/core/auth/scopes.ts'

test('rejects an unknown scope with a message that is valid in a header', () => {
  expect(() => parseScopes('read sing"\\é')).toThrow("Unknown scope 'sing'??'")
  expect(() => parseScopes(`read ${'x'.repeat(5000)}`)).toThrow(/^.{0,120}$/)
})

test('a refresh cannot request more than was granted', () => {
  expect(() => narrowScopes(['read'], 'import')).toThrow("The scope 'import' was not granted.")
  expect(narrowScopes(['read', 'import'], 'read')).toEqual(['read'])
  expect(narrowScopes(['read', 'import'], ' ')).toEqual(['read', 'import'])
})

test('accepts scopes in any order and repeated; none means read', () => {
  expect(parseScopes(undefined)).toEqual(['read'])
  expect(parseScopes('  ')).toEqual(['read'])
  expect(parseScopes('import read  import')).toEqual(['read', 'import'])
})

test('ignores stored scopes that no longer exist', () => {
  expect(parseStoredScopes('read fly')).toEqual(['read'])
  expect(parseStoredScopes('')).toEqual([])
})
