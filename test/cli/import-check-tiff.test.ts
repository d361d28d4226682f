import { expect, test } from 'vitest'
import { ALBUM_HEADER, createAlbum } from '../support/album.ts'
import { REFUSED_JPEGS } from '../support/corpus/jpeg-frames.ts'
import { COMPRESSED_TIFFS, REFUSED_TIFFS } from '../support/corpus/tiff-compressions.ts'
import { describeTiffKind, listTiffKinds, tiffOfKind } from '../support/corpus/tiff-kinds.ts'
import { readShownTiffKinds } from '../support/documented-tiff-kinds.ts'
import { runCli } from '../support/test-cli.ts'

interface Finding {
  code: string
  row: number
  message: string
}

/** Checks a manifest of files, and returns the findings about each. */
async function checkFiles(files: readonly Buffer[]): Promise<Finding[][]> {
  await using album = await createAlbum()
  const lines = await Promise.all(
    files.map(async (bytes, index) => {
      await album.file(`${index}.tif`, bytes)
      return `${index}.tif,Picture ${index},1920,1920`
    }),
  )
  await album.table(ALBUM_HEADER, ...lines)
  const words = ['import', 'check', album.manifest, '--offline', '--collection', '1', '--json']
  const { stdout } = await runCli(words)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return files.map((_, index) =>
    findings.filter(({ code, row }) => row === index + 1 && code.startsWith('file.')),
  )
}

test('refuses exactly the kinds of TIFF that the server refuses', async () => {
  const isShown = await readShownTiffKinds()
  const kinds = listTiffKinds().filter(({ isPlanar, extra }) => !isPlanar && extra !== 'alpha')
  const found = await checkFiles(kinds.map((kind) => tiffOfKind(kind).bytes))
  const wrong = kinds.flatMap((kind, index) => {
    const codes = found[index]!.map(({ code }) => code)
    const expected = isShown(kind) ? [] : ['file.unsupported']
    return codes.join() === expected.join() ? [] : [`${describeTiffKind(kind)}: ${codes.join()}`]
  })
  expect(wrong).toEqual([])
})

test('accepts the compressions that the server decodes, and refuses all others with the reason', async () => {
  const accepted = await Promise.all(COMPRESSED_TIFFS.map(({ make }) => make()))
  expect((await checkFiles(accepted)).flat()).toEqual([])
  const refused = await checkFiles(REFUSED_TIFFS.map(([, make]) => make()))
  for (const [index, [reason]] of REFUSED_TIFFS.entries())
    expect(refused[index]).toMatchObject([
      { code: 'file.unsupported', message: expect.stringContaining(reason) },
    ])
})

test('refuses JPEGs that the server cannot decode, with the reason', async () => {
  const refused = await checkFiles(REFUSED_JPEGS.map(([, bytes]) => bytes))
  for (const [index, [reason]] of REFUSED_JPEGS.entries())
    expect(refused[index]).toContainEqual(
      expect.objectContaining({
        code: 'file.unsupported',
        message: expect.stringContaining(`JPEG with ${reason}`),
      }),
    )
})
