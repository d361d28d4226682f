import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAlbum } from '../support/album.ts'
import { iptcOf, withIptc, withSegment, xmpOf } from '../support/image-metadata.ts'
import { pictureTags, tag, tiffFile } from '../support/corpus/tiff-file.ts'
import { plain } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

type Album = Awaited<ReturnType<typeof createAlbum>>

/** Scans the album to a file, and returns its rows without blank cells. */
async function scan(album: Album, more: string[] = [], folder = album.path) {
  const file = join(album.path, 'scan.jsonl')
  const { code, stdout, stderr } = await runCli(
    ['manifest', 'scan', folder, file, '--force', '--json', ...more],
    { cwd: album.path },
  )
  if (code !== 0 && code !== 6) return { code, rows: [], result: JSON.parse(stdout), stderr }
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const rows = lines
    .map((line) => Object.entries(JSON.parse(line) as Record<string, string | null>))
    .map((members) => Object.fromEntries(members.filter(([, value]) => value !== null)))
  return { code, rows, result: JSON.parse(stdout), stderr }
}

const picture = (format: 'jpeg' | 'png' | 'tiff' | 'webp' = 'jpeg') =>
  plain(8, 8, [1, 2, 3]).toFormat(format)

const EXIF = {
  IFD0: {
    ImageDescription: 'View from the tower',
    Artist: 'Ada',
    Copyright: 'City Archive',
    Make: 'EPSON',
  },
  IFD2: { DateTimeOriginal: '1912:05:17 00:00:00', DateTimeDigitized: '2014:03:02 10:11:12' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '47/1 33/1 360/10',
    GPSLongitudeRef: 'W',
    GPSLongitude: '7/1 30/1 0/1',
  },
}

test.each(['jpeg', 'png', 'tiff', 'webp'] as const)('reads EXIF of %s files', async (format) => {
  await using album = await createAlbum()
  const jpeg = await picture().withExif(EXIF).toBuffer()
  const { exif } = await sharp(jpeg).metadata()
  // An EXIF block is a TIFF file after its signature.
  const tiff = exif!.subarray('Exif00'.length)
  const file = format === 'tiff' ? tiff : await picture(format).withExif(EXIF).toBuffer()
  await album.file('Old_Bridge.bin', file)
  const { rows, result } = await scan(album)
  expect(rows).toEqual([
    {
      file: 'Old_Bridge.bin',
      title: 'Old Bridge',
      original_date: '1912-05-17',
      edtf_date: '1912-05-17',
      description: 'View from the tower',
      creator: 'Ada',
      _digitized: '2014-03-02',
      _rights: 'City Archive',
      _device: 'EPSON',
      _latitude: '47.560000',
      _longitude: '-7.500000',
    },
  ])
  expect(result).toMatchObject({ format: 'jsonl', rows: 1, warnings: 0, unreadable: 0 })
})

const XMP = xmpOf(
  `<dc:title><rdf:Alt><rdf:li xml:lang="de">Brücke</rdf:li><rdf:li xml:lang="x-default">The Bridge</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Berta &amp; Co.</rdf:li></rdf:Seq></dc:creator>
   <dc:subject><rdf:Bag><rdf:li>bridge</rdf:li><rdf:li>winter</rdf:li></rdf:Bag></dc:subject>
   <xmp:CreateDate>2015-01-01T10:00:00</xmp:CreateDate>
   <cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>`,
  'photoshop:DateCreated="1905-07" exif:GPSLatitude="47,33.6N" exif:GPSLongitude="7,30,0E"',
)

test.each(['jpeg', 'png', 'tiff', 'webp'] as const)('reads XMP of %s files', async (format) => {
  await using album = await createAlbum()
  await album.file('1.img', await picture(format).withXmp(XMP).toBuffer())
  const { rows } = await scan(album)
  expect(rows).toEqual([
    {
      file: '1.img',
      title: 'The Bridge',
      original_date: '1905-07',
      edtf_date: '1905-07',
      creator: 'Ada; Berta & Co.',
      _digitized: '2015-01-01',
      _rights: 'https://creativecommons.org/licenses/by/4.0/',
      _keywords: 'bridge | winter',
      _latitude: '47.560000',
      _longitude: '7.500000',
    },
  ])
})

test('reads IPTC, and takes each value from the first source that has one', async () => {
  await using album = await createAlbum()
  const iptc = iptcOf([
    [5, 'Market'],
    [55, '19110000'],
    [80, 'Zoë'],
    [116, 'Public domain'],
  ])
  const jpeg = await picture().withExif(EXIF).withXmp(XMP).toBuffer()
  await album.file('a.jpg', withIptc(jpeg, iptc))
  const first = (await scan(album)).rows[0]
  expect(first).toMatchObject({
    title: 'Market',
    creator: 'Zoë',
    original_date: '1911',
    edtf_date: '1911',
  })
  const exif = (await scan(album, ['--from', 'exif,xmp'])).rows[0]
  expect(exif).toMatchObject({ title: 'The Bridge', creator: 'Ada', original_date: '1912-05-17' })
  const named = (await scan(album, ['--from', 'filename'])).rows[0]
  expect(named).toEqual({ file: 'a.jpg', _digitized: '2014-03-02' })
})

test('separates creators whose names contain commas', async () => {
  await using album = await createAlbum()
  const byLines = iptcOf([
    [80, 'Adams, Ansel'],
    [80, 'Lange, Dorothea'],
  ])
  await album.file('1.jpg', withIptc(await picture().toBuffer(), byLines))
  expect((await scan(album)).rows[0]?.creator).toBe('Adams, Ansel; Lange, Dorothea')
})

test.each([
  ['alone', '', '1912-05'],
  [
    'beside the day of a scan',
    '<exif:DateTimeOriginal>2014-03-02</exif:DateTimeOriginal>',
    '1912-05',
  ],
  ['beside an older date', '<photoshop:DateCreated>1911</photoshop:DateCreated>', '1911'],
])('reads dc:date %s', async (_, other, expected) => {
  await using album = await createAlbum()
  const dates =
    '<dc:date><rdf:Seq><rdf:li>2020</rdf:li><rdf:li>1912-05</rdf:li></rdf:Seq></dc:date>'
  await album.file(
    '1.jpg',
    await picture()
      .withXmp(xmpOf(dates + other))
      .toBuffer(),
  )
  expect((await scan(album)).rows[0]).toMatchObject({
    original_date: expected,
    edtf_date: expected,
  })
})

test.each(['about 1912', '1912?', '1905-1910', '1912/1913'])(
  'keeps dc:date %s as the recorded date, without guessing EDTF',
  async (text) => {
    await using album = await createAlbum()
    const date = `<dc:date>${text}</dc:date>`
    await album.file('1.jpg', await picture().withXmp(xmpOf(date)).toBuffer())
    await album.file(
      '2.jpg',
      withIptc(await picture().withXmp(xmpOf(date)).toBuffer(), iptcOf([[55, '19110000']])),
    )
    const [one, two] = (await scan(album)).rows
    expect(one).toEqual({ file: '1.jpg', original_date: text })
    expect(two).toMatchObject({ original_date: '1911', edtf_date: '1911' })
  },
)

test('reads the texts of Windows', async () => {
  await using album = await createAlbum()
  const wide = (text: string) => [...Buffer.from(`${text}\0`, 'utf16le')]
  const pixels = Buffer.alloc(64)
  const tags = pictureTags(
    { width: 8, height: 8, bits: 8, samples: 1, photometric: 1, pixels },
    tag(0x9c9b, 1, ...wide('Brücke')),
    tag(0x9c9c, 1, ...wide('Von Süden')),
    tag(0x9c9d, 1, ...wide('Müller, Ada;Berta')),
    tag(0x9c9e, 1, ...wide('Winter; Fluss')),
  )
  await album.file('1.tif', tiffFile({ tags, data: pixels }))
  expect((await scan(album)).rows[0]).toMatchObject({
    title: 'Brücke',
    description: 'Von Süden',
    creator: 'Müller, Ada; Berta',
    _keywords: 'Winter | Fluss',
  })
})

const day = (original: string, digitized?: string) => ({
  DateTimeOriginal: `${original.replaceAll('-', ':')} 10:00:00`,
  ...(digitized && { DateTimeDigitized: `${digitized.replaceAll('-', ':')} 10:00:00` }),
})

test.each([
  ['the day of a scan', day('2014-03-02', '2014-03-02'), undefined, '2014-03-02'],
  ['a date without a day of digitization', day('2014-03-02'), undefined, '2014-03-02'],
  ['a date after the digitization', day('2016-03-02', '2014-03-02'), undefined, '2014-03-02'],
  ['a clock that was never set', day('1980-01-01'), undefined, '1980-01-01'],
  ['a date before the digitization', day('1995-03-02', '2014-03-02'), '1995-03-02', '2014-03-02'],
  ['a date before digital cameras', day('1950-03-02'), '1950-03-02', undefined],
  ['an impossible date', day('1950-02-30'), undefined, undefined],
])('of %s', async (_, dates, original, digitized) => {
  await using album = await createAlbum()
  await album.file('1.jpg', await picture().withExif({ IFD2: dates }).toBuffer())
  const { rows } = await scan(album)
  expect(rows[0]?.original_date).toBe(original)
  expect(rows[0]?.edtf_date).toBe(original)
  expect(rows[0]?._digitized).toBe(digitized)
})

test('reads columns from paths with a pattern, and reports names that do not match', async () => {
  await using album = await createAlbum()
  for (const name of ['box 7/AB-12 c. 1912.jpg', 'box 7/other.jpg']) await album.picture(name)
  const pattern = '^box (?<_box>\\d+)/(?<reference_id>[A-Z]+-\\d+)(?: (?<original_date>.+))?\\.jpg$'
  const { rows } = await scan(album, ['-r', '--pattern', pattern])
  expect(rows).toEqual([
    { file: 'box 7/AB-12 c. 1912.jpg', reference_id: 'AB-12', original_date: 'c. 1912', _box: '7' },
    {
      file: 'box 7/other.jpg',
      _code: 'pattern.no_match',
      _message: 'The name does not match the pattern.',
    },
  ])
})

test('needs linear time for every pattern', async () => {
  await using album = await createAlbum()
  await album.picture(`${'a'.repeat(200)}.jpg`)
  const { code, rows } = await scan(album, ['--pattern', '^(?<title>(a+)+)$'])
  expect(code).toBe(0)
  expect(rows[0]?._code).toBe('pattern.no_match')
})

test.each([
  [['--pattern', '(?<titel>.)'], /which is not a column/],
  [['--pattern', '(?<file>.)'], /which is not a column/],
  [['--pattern', 'x'], /no named group/],
  [['--pattern', '(?<title>.)(?=x)'], /regular expression of RE2/],
  [['--from', 'exif,exif'], /each at most once/],
])('refuses %j', async (options, message) => {
  await using album = await createAlbum()
  const { code, result } = await scan(album, options)
  expect(code).toBe(2)
  expect(result.error.message).toMatch(message)
})

test('lists images in natural order, without the files of file managers and other programs', async () => {
  await using album = await createAlbum()
  const names = [
    '10.jpg',
    '2.jpg',
    'sub/1.jpg',
    '@eaDir/2.jpg',
    '.hidden.jpg',
    '._2.jpg',
    'Thumbs.db',
    'b_back.jpg',
  ]
  for (const name of names) await album.picture(name)
  const flat = await scan(album, ['--exclude', '*_BACK.*'])
  expect(flat.rows.map(({ file }) => file)).toEqual(['2.jpg', '10.jpg'])
  expect(flat.result.other_files).toBe(0)
  const deep = await scan(album, ['--recursive'])
  expect(deep.rows.map(({ file }) => file)).toEqual(['2.jpg', '10.jpg', 'b_back.jpg', 'sub/1.jpg'])
})

test('counts the files that have no row by extension', async () => {
  await using album = await createAlbum()
  for (const name of ['1.jpg', 'sub/2.jpg']) await album.picture(name)
  for (const name of ['a.PDF', 'sub/b.pdf', 'c.cr2', 'README', '1.jpg.xmp', 'left.xmp'])
    await album.file(name, '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
  const { code, rows, result, stderr } = await scan(album, ['--recursive'])
  expect(code).toBe(0)
  expect(rows.map(({ file }) => file)).toEqual(['1.jpg', 'sub/2.jpg'])
  expect(result).toMatchObject({
    other_files: 5,
    other_files_by_extension: { pdf: 2, cr2: 1, xmp: 1, '': 1 },
  })
  expect(stderr).toMatch(
    /^5 files are not supported pictures and have no row: 2 \.pdf, 1 .+1 without an extension/m,
  )
})

test('names files with leading blanks so that the check finds them', async () => {
  await using album = await createAlbum()
  const names = [' 1.jpg', '\u00a02.jpg', ' sub/3.jpg', 'sub/ 4.jpg', '.5 .jpg']
  for (const [index, name] of names.entries()) await album.picture(name, index * 60)
  for (const extension of ['csv', 'xlsx', 'jsonl']) {
    const table = join(album.path, `album.${extension}`)
    const words = ['manifest', 'scan', album.path, table, '-r', '--force']
    expect((await runCli(words, { cwd: album.path })).code).toBe(0)
    const options = ['--offline', '--collection', '1', '--json', '--set', 'title=One']
    const { stdout } = await runCli(['import', 'check', table, ...options])
    const { findings, summary } = JSON.parse(stdout) as {
      findings: { code: string }[]
      summary: { rows: number }
    }
    expect(summary.rows).toBe(4)
    expect(findings.filter(({ code }) => code.startsWith('file.'))).toEqual([])
  }
})

test('names files from the folder of the manifest, or else from the scanned folder', async () => {
  await using album = await createAlbum()
  await album.picture('scans/a.jpg')
  const below = await scan(album, [], join(album.path, 'scans'))
  expect(below.rows[0]?.file).toBe('scans/a.jpg')
  await mkdir(join(album.path, 'tables'))
  const words = ['manifest', 'scan', '../scans', 'album.csv']
  const beside = await runCli(words, { cwd: join(album.path, 'tables') })
  expect(beside.stderr).toContain('--files ../scans')
  expect(await readFile(join(album.path, 'tables/album.csv'), 'utf8')).toContain('\r\na.jpg,')
})

test('reports what cannot be read, and goes on', async () => {
  await using album = await createAlbum()
  await using elsewhere = await createAlbum()
  await elsewhere.picture('private.jpg')
  const good = await album.picture('z.jpg')
  await symlink(join(elsewhere.path, 'private.jpg'), join(album.path, 'link.jpg'))
  await symlink(album.path, join(album.path, 'loop'))
  await symlink('missing.jpg', join(album.path, 'broken.jpg'))
  await symlink('z.jpg', join(album.path, 'y.jpg'))
  await album.file('empty.jpg', '')
  await album.file('text.jpg', 'no picture')
  await album.file(' blank.jpg', good)
  await writeFile(
    Buffer.concat([Buffer.from(album.path), Buffer.from('/caf\xe9.jpg', 'latin1')]),
    good,
  )
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><x/>'
  const segment = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${bomb}`)
  await album.file('bomb.jpg', withSegment(good, 0xe1, segment))
  const { code, rows, result, stderr } = await scan(album, ['-r'])
  expect(code).toBe(6)
  expect(result).toMatchObject({ rows: 9, warnings: 7, unreadable: 2 })
  expect(stderr).toContain('loop: Links to folders are not followed.')
  expect(Object.fromEntries(rows.map(({ file, _code }) => [file, _code]))).toEqual({
    './ blank.jpg': undefined,
    'bomb.jpg': 'metadata.unreadable',
    'broken.jpg': 'file.unreadable',
    'caf\ufffd.jpg': 'file.name',
    'empty.jpg': 'file.empty',
    'link.jpg': 'file.outside_root',
    'text.jpg': 'file.type_unknown',
    'y.jpg': undefined,
    'z.jpg': undefined,
  })
})

test('neutralizes formulas and control characters of metadata', async () => {
  await using album = await createAlbum()
  const iptc = iptcOf([
    [5, '=HYPERLINK("http://x")\u0007\nsecond'],
    [120, '@one\r\ntwo'],
  ])
  await album.file('1.jpg', withIptc(await picture().toBuffer(), iptc))
  const { stdout } = await runCli(['manifest', 'scan', album.path], { cwd: album.path })
  expect(stdout).toContain(`1.jpg,"'=HYPERLINK(""http://x"") second",,,"'@one\ntwo",`)
  const { rows } = await scan(album)
  expect(rows[0]).toMatchObject({
    title: '=HYPERLINK("http://x") second',
    description: '@one\ntwo',
  })
})

test('survives damaged metadata', async () => {
  await using album = await createAlbum()
  const jpeg = withIptc(
    await picture().withExif(EXIF).withXmp(XMP).toBuffer(),
    iptcOf([[5, 'Title']]),
  )
  const tiff = await picture('tiff').withExif(EXIF).withXmp(XMP).toBuffer()
  let state = 7
  const random = (limit: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % limit
  for (let n = 0; n < 60; n += 1) {
    const bytes = Buffer.from(n % 2 === 0 ? jpeg : tiff)
    for (let at = 0; at < 8; at += 1) bytes[4 + random(bytes.length - 4)] = random(256)
    await album.file(
      `${n}.jpg`,
      bytes.subarray(0, n % 3 === 0 ? random(bytes.length) : bytes.length),
    )
  }
  const { code, rows } = await scan(album)
  expect(code).toBe(0)
  expect(rows).toHaveLength(60)
})

test('shows how many images were scanned while it runs', async () => {
  await using album = await createAlbum()
  for (const name of ['1.jpg', '2.jpg']) await album.picture(name)
  let seconds = 0
  const clock = { now: () => (seconds += 6) * 1_000_000 }
  const { stderr } = await runCli(['manifest', 'scan', album.path], { cwd: album.path, clock })
  expect(stderr).toBe('Scanned 2 images so far.\n')
})

test('writes nothing for a folder that does not exist', async () => {
  await using album = await createAlbum()
  const { code, result } = await scan(album, [], join(album.path, 'missing'))
  expect(code).toBe(5)
  expect(result.error.message).toContain('no such folder')
  expect(await readdir(album.path)).toEqual([])
})
