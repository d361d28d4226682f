import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { runCli } from '../support/test-cli.ts'

/** Creates an album whose pictures have these cells after their titles. */
async function albumWith(header: string, ...dates: string[]) {
  const album = await createAlbum()
  for (const [index] of dates.entries()) await album.picture(`${index}.jpg`, index * 9)
  await album.table(header, ...dates.map((date, index) => `${index}.jpg,One,${date}`))
  return album
}

interface Report {
  summary: { ok: number }
  findings: { code: string; cell: string | null; message: string; suggestion: string | null }[]
}

async function check(path: string, ...more: string[]): Promise<Report> {
  const words = ['import', 'check', path, '--offline', '--collection', '1', '--json', ...more]
  return JSON.parse((await runCli(words)).stdout) as Report
}

test('warns if the two dates have no day in common', async () => {
  const dates = [
    '3 May 1912,1912-06',
    'vor 1906,1910',
    '5/12/1920,1920-05-12',
    '5/12/1920,1920-06',
    'ca. 1920,1921',
    'Bahnhof 1912,1914',
    'Bahnhof 1912,1913',
  ]
  await using album = await albumWith(ALBUM_HEADER, ...dates)
  const { findings } = await check(album.manifest)
  const own = findings.filter(({ code }) => code === 'edtf.disagrees')
  expect(own.map(({ cell, message }) => `${cell} ${message}`)).toEqual([
    'D2 The date does not overlap with original_date ("3 May 1912"), which means 1912-05-03.',
    'D3 The date does not overlap with original_date ("vor 1906"), which means ../1906.',
    'D5 The date does not overlap with original_date ("5/12/1920"), which means 1920-12-05 or 1920-05-12.',
    'D7 The date does not cover any year in original_date ("Bahnhof 1912").',
  ])
})

test('derives only dates that are certain, and only if asked', async () => {
  const dates = ['ca. 1920,', '1910-12,', '[1910],', 'um 1910,1911', 'Bahnhof,']
  await using album = await albumWith(ALBUM_HEADER, ...dates)
  const derived = await check(album.manifest, '--derive-edtf', 'certain')
  expect(derived.summary.ok).toBe(2)
  const missing = derived.findings.filter(({ code }) => code === 'edtf.missing')
  expect(missing.map(({ cell, message, suggestion }) => [cell, message, suggestion])).toEqual([
    ['D3', 'The cell is blank. original_date means 1910-12 or 1910/1912.', null],
    ['D4', 'The cell is blank. Write XXXX if the date is unknown.', '1910?'],
    [
      'D6',
      'The cell is blank, and original_date is not understood: unknown word "bahnhof". Write XXXX if the date is unknown.',
      null,
    ],
  ])
  expect((await check(album.manifest)).summary.ok).toBe(1)
  expect((await check(album.manifest, '--derive-edtf', 'off')).summary.ok).toBe(1)
})

test('never derives a date from EDTF that a source may mean otherwise', async () => {
  const dates = ['?-1910,', '1899-32,', '1910-1911 winter,', '2004-06~-11,', '1899-32,1899-32']
  await using album = await albumWith(ALBUM_HEADER, ...dates)
  const { summary, findings } = await check(album.manifest, '--derive-edtf', 'certain')
  expect(summary.ok).toBe(1)
  const missing = findings.filter(({ code }) => code === 'edtf.missing')
  expect(missing.map(({ cell, message }) => `${cell} ${message}`)).toEqual([
    'D2 The cell is blank. original_date means ?-1910 or /1910.',
    'D3 The cell is blank. original_date means 1899-32 or 1899/1932.',
    'D4 The cell is blank. original_date means 1910-12/1911-02 or 1910/1911-24.',
    'D5 The cell is blank. original_date means 2004-06~-11 or 2004-06-11~.',
  ])
})

test('derives numeric dates in the given order and languages', async () => {
  await using album = await albumWith(ALBUM_HEADER, '5/12/1920,', '25/12/1920,', 'v. 1910,')
  const derive = ['--derive-edtf', 'certain']
  const warnings = async (...words: string[]) => {
    const { summary, findings } = await check(album.manifest, ...derive, ...words)
    const own = findings.filter(({ code }) => code === 'edtf.day_order')
    return [summary.ok, ...own.map(({ message }) => message)]
  }
  expect(await warnings()).toEqual([
    1,
    'The order of 1 date such as 5/12/1920 is unknown. 1 date such as 25/12/1920 begins with the day: --day-first reads all of them so.',
  ])
  expect(await warnings('--day-first')).toEqual([2])
  expect(await warnings('--month-first')).toEqual([1])
  expect(await warnings('--day-first', '--lang', 'fr')).toEqual([3])
  expect(await check(album.manifest)).not.toContain('edtf.day_order')
})

test('suggests the next command with the options of dates', async () => {
  await using album = await albumWith(ALBUM_HEADER, '5/12/1920,')
  const options = ['--derive-edtf', 'certain', '--lang', 'fr,de', '--month-first']
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1', ...options]
  const { stderr } = await runCli(words, { tty: true })
  expect(stderr).toContain('--derive-edtf certain --lang de,fr --month-first')
})

test('derives dates without a column for them', async () => {
  await using album = await albumWith('file,title,original_date', 'ca. 1920', '1910-12')
  const { summary, findings } = await check(album.manifest, '--derive-edtf', 'certain')
  expect(summary.ok).toBe(1)
  const codes = findings.map(({ code }) => code)
  expect(codes).toContain('edtf.missing')
  expect(codes).not.toContain('column.missing')
})

test('no date is derived from a recorded date in the future', async () => {
  await using album = await albumWith(ALBUM_HEADER, 'May 2098,')
  const { findings } = await check(album.manifest, '--derive-edtf', 'certain')
  expect(findings.map(({ code }) => code)).toContain('edtf.missing')
})

test('an interrupted import sends the same derived dates when it continues', async () => {
  await using cli = await openImportCli()
  await using album = await albumWith(ALBUM_HEADER, 'vor dem 3. Mai 1906,', 'XIXe siècle,')
  const words = [album.manifest, '--collection', String(cli.collection), '--json']
  const refuseCommits: Transport = (request) => {
    if (!request.url.includes('/import/commit/')) return send(request, {})
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
  const derive = ['--derive-edtf', 'certain']
  const first = await cli.run([...words, ...derive], { transport: refuseCommits })
  expect(first.code).not.toBe(0)
  expect(await cli.images()).toEqual([])
  const second = await cli.run([...words, ...derive])
  expect(second.code).toBe(0)
  const dates = (await cli.images()).map(({ edtf_date }) => edtf_date)
  expect(dates).toEqual(['../1906-05-03', '18XX'])
  const again = await cli.run([...words, ...derive])
  expect(again.code).toBe(0)
  expect((await cli.images()).length).toBe(2)
})
