import { expect, test } from 'vitest'
import { normalizeInstanceUrl } from '../../../../src/cli/login/instance-url.ts'

test.each(['', 'ftp://archive.example.org', 'https://me@archive.example.org', 'http://', '::'])(
  'rejects %j as the address of an instance',
  (given) => {
    expect(() => normalizeInstanceUrl(given)).toThrow(/is not a valid address of an instance/)
  },
)

test('rejects an address without encryption', () => {
  expect(() => normalizeInstanceUrl('http://archive.example.org')).toThrow(/not encrypted/)
})

test.each([
  ['https://Archive.example.org/', 'https://archive.example.org'],
  ['archive.example.org', 'https://archive.example.org'],
  ['https://example.org/pictures/?x=1#y', 'https://example.org/pictures'],
  ['localhost:8000', 'http://localhost:8000'],
  ['127.0.0.1:8000/', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
])('normalizes %s to %s', (given, kept) => {
  expect(normalizeInstanceUrl(given)).toBe(kept)
})
