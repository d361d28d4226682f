import { plain } from './pictures.ts'
import { collection3, manifest3, startRemoteArchive } from './remote-archive.ts'

/** A IIIF collection on a loopback address, with pictures that all differ. */
export async function openMuseum(size = 20) {
  const remote = await startRemoteArchive()
  const { url } = remote
  const pictures = await Promise.all(
    Array.from({ length: size }, (_, n) =>
      plain(24, 16, [n % 250, Math.floor(n / 250) % 250, 120])
        .png()
        .toBuffer(),
    ),
  )
  return {
    ...remote,
    pictures,
    /** Shows these records, with titles of their own or `Picture 1` and so on. */
    show(numbers: readonly number[], titles: Record<number, string> = {}, more: object = {}): void {
      const items = numbers.map((n) => ({ id: `${url}/m/${n}`, type: 'Manifest' }))
      remote.publish({ '/c': collection3(`${url}/c`, items) })
      for (const n of numbers) {
        const rendering = [{ id: `${url}/${n}.png`, type: 'Image', format: 'image/png' }]
        const title = titles[n] ?? `Picture ${n}`
        const headers = { 'Content-Type': 'image/png' }
        remote.publish({
          [`/m/${n}`]: manifest3(`${url}/m/${n}`, title, { rendering, ...more }),
          [`/${n}.png`]: { status: 200, headers, body: pictures[n] ?? '' },
        })
      }
    },
  }
}
