import { expect, test } from 'vitest'
import { toInstancePath } from '../../../src/cli/reading/instance-path.ts'

const BASE = 'https://archive.example/catalog'

test.each([
  ['api/v2/stats/', '/api/v2/stats/'],
  ['/api/v2/images/?page=2', '/api/v2/images/?page=2'],
  ['//elsewhere.example/x', '/elsewhere.example/x'],
  ['https://archive.example/catalog/api/v2/images/1/', '/api/v2/images/1/'],
  ['https://ARCHIVE.example:443/catalog/api/', '/api/'],
  ['api/../stats', '/stats'],
  ['@elsewhere.example/', '/@elsewhere.example/'],
])('sends a request for %s below the instance', (given, path) => {
  expect(toInstancePath(BASE, given)).toBe(path)
})

test.each([
  ['https://elsewhere.example/catalog/api/'],
  ['http://archive.example/catalog/api/'],
  ['https://archive.example:8443/catalog/api/'],
  ['https://archive.example/other/'],
  ['https://archive.example.evil.example/catalog/'],
  ['https://archive.example@evil.example/catalog/'],
  ['../other/'],
  ['api/../../other/'],
  ['%2e%2e/other/'],
  ['..\\other/'],
  ['javascript:alert(1)'],
])('refuses to send the token to %s', (given) => {
  expect(() => toInstancePath(BASE, given)).toThrow('is not an address at')
})
