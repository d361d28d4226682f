import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startImages } from '../catalog/open-catalog.ts'
import type { Config } from '../config/config.ts'
import { silentLog } from '../base/log.ts'

/** A gray JPEG of 8 × 8 pixels. */
const PICTURE =
  '/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACgP//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Af//Z'

/** Decodes a small picture as the server does. Returns why that fails; undefined if it works. */
export async function tryDecoding(config: Pick<Config, 'maxPixels'>): Promise<string | undefined> {
  try {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
    await using images = startImages({ ...config, imageWorkers: 1 }, silentLog)
    const original = join(folder.path, 'picture.jpg')
    await writeFile(original, Buffer.from(PICTURE, 'base64'))
    const source = { original, contentType: 'image/jpeg', directory: folder.path }
    await images.derive({ ...source, rotation: 0, mirror: 'none' })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
