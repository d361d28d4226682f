import { expect, test } from 'vitest'
import { runCli } from '../support/test-cli.ts'

test('shows readings, days and confidence as a table', async () => {
  const words = ['date', 'parse', 'vor 1906', '5.12.1920', '1910-12']
  const { code, stdout } = await runCli(words, { tty: true, columns: 100 })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'TEXT       CONFIDENCE  EDTF        EARLIEST    LATEST      DISPLAY',
    'vor 1906   certain     ../1906                 1906-12-31  before 1906',
    '5.12.1920  likely      1920-12-05  1920-12-05  1920-12-05  5 December 1920',
    '    note: The month may come first: --day-first or --month-first decides.',
    '1910-12    ambiguous   1910-12     1910-12-01  1910-12-31  December 1910',
    '1910-12    ambiguous   1910/1912   1910-01-01  1912-12-31  1910–1912',
    '',
  ])
})

test('gives programs all readings of a text', async () => {
  const { stdout } = await runCli(['date', 'parse', '5/12/1920', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([
    {
      text: '5/12/1920',
      confidence: 'ambiguous',
      is_edtf: false,
      problem: null,
      readings: [
        {
          edtf: '1920-12-05',
          earliest: '1920-12-05',
          languages: 'en de fr nl es it pt pl cs da no sv hu ro'.split(' '),
        },
        { edtf: '1920-05-12', display: '12 May 1920', languages: ['en', 'hu'] },
      ],
    },
  ])
})

test('validates EDTF as it is', async () => {
  const { code, stdout } = await runCli(['date', 'parse', '1984?/2004~', '1956-13', '--json'])
  expect(JSON.parse(stdout)).toMatchObject([
    { confidence: 'certain', is_edtf: true, readings: [{ edtf: '1984?/2004~', languages: [] }] },
    { confidence: 'none', is_edtf: false, problem: 'month 13 does not exist (position 6)' },
  ])
  expect(code).toBe(6)
})

test('reads the lines of standard input', async () => {
  const stdin = 'ca. 1920\r\n\nBerlin\n'
  const { code, stdout } = await runCli(['date', 'parse', '--fields', 'text,edtf'], { stdin })
  expect(stdout).toBe('text\tedtf\nca. 1920\t1920~\nBerlin\t\n')
  expect(code).toBe(6)
})

test.each([
  [['5/12/1920', '--day-first'], '1920-12-05'],
  [['5/12/1920', '--lang', 'fr,de'], '1920-12-05'],
  [['v. 1910', '--lang', 'fr'], '1910~'],
  [['om lag 1910', '--lang', 'nn'], '1910~'],
  [['omtrent 1910', '--lang', 'nb,sv'], '1910~'],
])('reads %j as %s', async (words, edtf) => {
  const { stdout } = await runCli(['date', 'parse', ...words, '--fields', 'edtf'])
  expect(stdout).toBe(`edtf\n${edtf}\n`)
})

test('fails if no text is a date', async () => {
  expect((await runCli(['date', 'parse', 'Berlin', '31.2.1912'])).code).toBe(3)
})

test.each([
  [['date', 'parse'], 'text: is required'],
  [
    ['date', 'parse', '1910', '--lang', 'fi'],
    'Must be a list of en, de, fr, nl, es, it, pt, pl, cs, da, no, sv, hu, ro.',
  ],
])('rejects %j', async (words, message) => {
  const { code, stderr } = await runCli(words)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})
