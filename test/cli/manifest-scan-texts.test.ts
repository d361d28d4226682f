import { createHash } from 'node:crypto'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAlbum } from '../support/album.ts'
import { pictureTags, tag, tiffFile } from '../support/corpus/tiff-file.ts'
import {
  declareEncoding,
  iptcOf,
  photoshopResources,
  withIptc,
  xmpOf,
} from '../support/image-metadata.ts'
import { plain } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

type Album = Awaited<ReturnType<typeof createAlbum>>

/** Scans the album, and returns its rows without blank cells. */
async function scan(album: Album, ...more: string[]): Promise<Record<string, string>[]> {
  const file = join(album.path, 'scan.jsonl')
  const words = ['manifest', 'scan', album.path, file, '--force', ...more]
  const { code, stderr } = await runCli(words, { cwd: album.path })
  expect([0, 6], stderr).toContain(code)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const members = Object.entries(JSON.parse(line) as Record<string, string | null>)
    return Object.fromEntries(members.filter(([, value]) => value !== null)) as Record<
      string,
      string
    >
  })
}

const jpeg = () => plain(8, 8, [1, 2, 3]).jpeg()

const TITLE = 'The market square of Lüneburg in the winter of 1911, seen from the tower of St. John'
const CREATOR = 'Photographische Anstalt Gebrüder Müller, Nachfolger'
const KEYWORD = 'Sülfmeisterhaus am alten Kran, vor dem Abriss der nördlichen Anbauten im Sommer'
const RIGHTS = `Museum of Lüneburg. ${'All rights reserved. '.repeat(8)}`.trim()
const CAPTION = 'Fußgänger. '.repeat(300).trim()

/** Cuts UTF-8 as programs do, also in the middle of a character. */
const cut = (text: string, bytes: number) => Buffer.from(text).subarray(0, bytes)

const CUT = iptcOf([
  [5, cut(TITLE, 64)],
  [80, cut(CREATOR, 32)],
  [80, 'Ada'],
  [25, cut(KEYWORD, 64)],
  [25, 'Kran'],
  [116, cut(RIGHTS, 128)],
  [120, cut(CAPTION, 2000)],
])

const list = (name: string, kind: string, ...texts: string[]) =>
  `<${name}><rdf:${kind}>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:${kind}></${name}>`

const FULL = xmpOf(
  [
    list('dc:title', 'Alt', TITLE),
    list('dc:creator', 'Seq', CREATOR, 'Ada'),
    list('dc:subject', 'Bag', KEYWORD, 'Kran'),
    list('dc:rights', 'Alt', RIGHTS),
    list('dc:description', 'Alt', CAPTION),
  ].join(''),
)

const FULL_ROW = {
  title: TITLE,
  creator: `${CREATOR}; Ada`,
  _keywords: `${KEYWORD} | Kran`,
  _rights: RIGHTS,
  description: CAPTION,
}

test('takes the full texts of XMP instead of those that IPTC limits cut', async () => {
  await using album = await createAlbum()
  await album.file('1.jpg', withIptc(await jpeg().withXmp(FULL).toBuffer(), CUT))
  const [row] = await scan(album)
  expect(row).toMatchObject(FULL_ROW)
  expect(row).not.toHaveProperty('_message')
})

/** A TIFF with these metadata. */
function tiffWith(...tags: ReturnType<typeof tag>[]): Buffer {
  const pixels = Buffer.alloc(64)
  const picture = { width: 8, height: 8, bits: 8, samples: 1, photometric: 1, pixels }
  return tiffFile({ tags: pictureTags(picture, ...tags), data: pixels })
}

test('takes the full texts of EXIF, and of a TIFF with image resources', async () => {
  await using album = await createAlbum()
  const text = (number: number, value: string) => tag(number, 2, ...Buffer.from(value), 0)
  const iptc = tag(33_723, 7, ...CUT, 0, 0)
  await album.file('1.tif', tiffWith(text(0x010e, CAPTION), text(0x013b, CREATOR), iptc))
  const resources = tag(34_377, 7, ...photoshopResources(CUT))
  await album.file('2.tif', tiffWith(tag(700, 1, ...Buffer.from(FULL)), resources))
  const [one, two] = await scan(album)
  expect(one).toMatchObject({ creator: `${CREATOR}; Ada`, description: CAPTION })
  expect(two).toMatchObject(FULL_ROW)
  expect(two).not.toHaveProperty('_message')
})

test('warns of texts at an IPTC limit that nothing completes, unless they are not used', async () => {
  await using album = await createAlbum()
  const other = xmpOf(list('dc:title', 'Alt', 'Another title'))
  await album.file('1.jpg', withIptc(await jpeg().withXmp(other).toBuffer(), CUT))
  const [row] = await scan(album)
  expect(row).toMatchObject({ title: cut(TITLE, 64).toString().trim(), _code: 'metadata.cut' })
  for (const name of ['title', 'by-line', 'keyword', 'copyright notice', 'caption'])
    expect(row!._message).toContain(`The ${name} of the IPTC data is as long as IPTC allows`)
  const [preferred] = await scan(album, '--from', 'xmp,iptc')
  expect(preferred!.title).toBe('Another title')
  expect(preferred!._message).not.toContain('The title')
  const [unlimited] = await scan(album, '--from', 'xmp')
  expect(unlimited).not.toHaveProperty('_message')
})

test('neither changes nor reports texts that are not at a limit, and those that exceed it', async () => {
  await using album = await createAlbum()
  const iptc = iptcOf([
    [5, 'x'.repeat(90)],
    [80, 'Ada'],
    [25, 'Kran'],
    [120, 'y'.repeat(2500)],
  ])
  const xmp = xmpOf(
    list('dc:creator', 'Seq', 'Adam') +
      list('dc:subject', 'Bag', 'Kranhaus') +
      list('dc:title', 'Alt', 'z'),
  )
  await album.file('1.jpg', withIptc(await jpeg().withXmp(xmp).toBuffer(), iptc))
  const [row] = await scan(album)
  expect(row).toMatchObject({ title: 'x'.repeat(90), creator: 'Ada', _keywords: 'Kran' })
  expect(row).not.toHaveProperty('_message')
})

test.each([
  ['matches', (iptc: Buffer) => iptc, 'Changed in XMP', undefined],
  ['matches without padding', (iptc: Buffer) => iptc.subarray(0, -1), 'Changed in XMP', undefined],
  ['differs', () => Buffer.from('older'), 'x'.repeat(64), 'metadata.cut'],
])('prefers XMP if the digest of the IPTC data %s', async (_, digested, title, code) => {
  await using album = await createAlbum()
  const iptc = Buffer.concat([iptcOf([[5, 'x'.repeat(64)]]), Buffer.alloc(1)])
  const digest = createHash('md5').update(digested(iptc)).digest()
  const xmp = xmpOf(list('dc:title', 'Alt', 'Changed in XMP'))
  await album.file('1.jpg', withIptc(await jpeg().withXmp(xmp).toBuffer(), iptc, digest))
  const [row] = await scan(album)
  expect(row?.title).toBe(title)
  expect(row?._code).toBe(code)
})

const BRIDGE = 'Brücke über die Elbe'
const MAC = Buffer.from('Br\x9fcke \x9fber die Elbe', 'latin1')
const DOS = Buffer.from('Br\x81cke \x81ber die Elbe', 'latin1')
const WINDOWS = Buffer.from(BRIDGE, 'latin1')

test.each([
  ['windows-1252', WINDOWS, [], 'metadata.encoding'],
  ['windows-1252', WINDOWS, ['--metadata-encoding', 'cp1252'], undefined],
  ['MacRoman', MAC, ['--metadata-encoding', 'MacRoman'], undefined],
  ['code page 850', DOS, ['--metadata-encoding', '850'], undefined],
  ['UTF-8', Buffer.from(BRIDGE), [], undefined],
  ['UTF-8', Buffer.from(BRIDGE), ['--metadata-encoding', 'MacRoman'], undefined],
])('reads IPTC and EXIF in %s', async (_, bytes, options, code) => {
  await using album = await createAlbum()
  await album.file('1.jpg', withIptc(await jpeg().toBuffer(), iptcOf([[5, bytes]])))
  await album.file('2.tif', tiffWith(tag(0x010e, 2, ...bytes, 0)))
  const [one, two] = await scan(album, ...options)
  expect([one!.title, two!.description]).toEqual([BRIDGE, BRIDGE])
  expect([one!._code, two!._code]).toEqual([code, code])
  if (code) expect(one!._message).toContain('windows-1252 was assumed')
})

test('reads IPTC in the encoding that they declare', async () => {
  await using album = await createAlbum()
  const latin = declareEncoding(iptcOf([[5, WINDOWS]]), '\u001b.A')
  const utf8 = declareEncoding(iptcOf([[5, BRIDGE]]), '\u001b%G')
  await album.file('1.jpg', withIptc(await jpeg().toBuffer(), latin))
  await album.file('2.jpg', withIptc(await jpeg().toBuffer(), utf8))
  for (const row of await scan(album, '--metadata-encoding', 'macintosh')) {
    expect(row.title).toBe(BRIDGE)
    expect(row).not.toHaveProperty('_message')
  }
})

test('says if a text is not valid in the encoding of --metadata-encoding', async () => {
  await using album = await createAlbum()
  await album.file('1.jpg', withIptc(await jpeg().toBuffer(), iptcOf([[5, WINDOWS]])))
  const [row] = await scan(album, '--metadata-encoding', 'utf-8')
  expect(row).toMatchObject({
    _code: 'metadata.encoding',
    _message: expect.stringContaining('not valid utf-8'),
  })
})

test('rejects an unknown encoding of metadata', async () => {
  await using album = await createAlbum()
  const words = ['manifest', 'scan', album.path, '--metadata-encoding', 'klingon']
  const { code, stderr } = await runCli(words, { cwd: album.path })
  expect(code).not.toBe(0)
  expect(stderr).toContain('"klingon" is not a known encoding')
})

test('reads XMP files beside images, and prefers them to XMP in the images', async () => {
  await using album = await createAlbum()
  const xmp = (title: string) => xmpOf(list('dc:title', 'Alt', title))
  const inside = xmpOf(list('dc:title', 'Alt', 'Inside') + list('dc:subject', 'Bag', 'kept'))
  await album.file('1.jpg', await jpeg().withXmp(inside).toBuffer())
  await album.file('1.xmp', xmp('Beside 1'))
  await album.file('2.jpg', await jpeg().toBuffer())
  await album.file('2.jpg.xmp', xmp('Beside 2'))
  await album.file('2.xmp', xmp('Not this'))
  await album.file('3.jpg', await jpeg().toBuffer())
  await album.file('3.XMP', xmp('Beside 3'))
  const rows = await scan(album)
  expect(rows).toMatchObject([
    { title: 'Beside 1', _keywords: 'kept' },
    { title: 'Beside 2' },
    { title: 'Beside 3' },
  ])
})

test('reports an XMP file that cannot be read, and follows no link to one', async () => {
  await using album = await createAlbum()
  await using elsewhere = await createAlbum()
  await elsewhere.file('private.xmp', xmpOf(list('dc:title', 'Alt', 'Private')))
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await album.file(name, await jpeg().toBuffer())
  await symlink(join(elsewhere.path, 'private.xmp'), join(album.path, '1.xmp'))
  await album.file('2.xmp', Buffer.from('Br\xfccke', 'latin1'))
  await mkdir(join(album.path, '3.xmp'))
  const rows = await scan(album)
  const [one, two, three] = ['1.jpg', '2.jpg', '3.jpg'].map((name) =>
    rows.find(({ file }) => file === name)!,
  )
  expect(one).not.toHaveProperty('title')
  expect(two).toMatchObject({
    _code: 'metadata.unreadable',
    _message: expect.stringMatching(/^The XMP file cannot be read: /),
  })
  expect(three).not.toHaveProperty('_message')
})
