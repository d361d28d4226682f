import { expect, test } from 'vitest'
import { normalizeInstanceUrl } from '../../../../src/cli/login/instance-url.ts'

test.each(['', 'ftp://archive.example.org', 'https://me@archive.example.org', 'http://', '::'])(
  '%j is no address of an instance',
  (given) => {
    expect(() => normalizeInstanceUrl(given)).toThrow(/is not the address of a catalogue/)
  },
)

test('an address that would send tokens in the clear is refused', () => {
  expect(() => normalizeInstanceUrl('http://archive.example.org')).toThrow(/not encrypted/)
})

test.each([
  ['https://Archive.example.org/', 'https://archive.example.org'],
  ['archive.example.org', 'https://archive.example.org'],
  ['https://example.org/pictures/?x=1#y', 'https://example.org/pictures'],
  ['localhost:8000', 'http://localhost:8000'],
  ['127.0.0.1:8000/', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000', 'http://[::1]:8000'],
])('%s is kept as %s', (given, kept) => {
  expect(normalizeInstanceUrl(given)).toBe(kept)
})
