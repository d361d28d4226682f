import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plain } from './pictures.ts'

/** Creates a folder for small pictures and a manifest. */
export async function createAlbum() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-album-'))
  const album = {
    path: folder.path,
    manifest: join(folder.path, 'album.csv'),
    async file(name: string, bytes: Uint8Array | string): Promise<void> {
      const path = join(folder.path, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    },
    /** A JPEG of its own color; gives its bytes. */
    async picture(name: string, color = 0): Promise<Buffer> {
      const bytes = await plain(24, 16, [color % 256, 80, 120])
        .jpeg()
        .toBuffer()
      await album.file(name, bytes)
      return bytes
    },
    /** Writes the manifest; each row is written as it is. */
    async table(...lines: string[]): Promise<void> {
      await album.file('album.csv', `${lines.join('\n')}\n`)
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
  return album
}

export const ALBUM_HEADER = 'file,title,original_date,edtf_date'

/** Creates this many pictures `n.jpg`, with a manifest of all of them. */
export async function createFullAlbum(count: number) {
  const album = await createAlbum()
  const lines: string[] = []
  for (let n = 1; n <= count; n += 1) {
    await album.picture(`${n}.jpg`, n)
    lines.push(`${n}.jpg,Picture ${n},about 1920,1920~`)
  }
  await album.table(ALBUM_HEADER, ...lines)
  return album
}
