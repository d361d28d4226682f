import { expect, test } from 'vitest'
import { parseBrowserFamily } from '../../../../src/core/auth/browser-family.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox on Android'],
  [`${CHROME} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${CHROME} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
  [`${CHROME} Chrome/126.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPhone',
  ],
  ['curl/8.8.0', 'A browser'],
  ['<script>alert(1)</script>', 'A browser'],
  [undefined, 'A browser'],
])('identifies %j as %s', (userAgent, family) => {
  expect(parseBrowserFamily(userAgent)).toBe(family)
})

test('examines only the beginning of a User-Agent', () => {
  expect(parseBrowserFamily(`${'x'.repeat(500)} Firefox/1`)).toBe('A browser')
})
