import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plain, RED } from './pictures.ts'
import { openImportApi, type ImportApi } from './import-api.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'

/** A served catalog with processed images, and a folder outside of its data directory. */
export interface BackedUpCatalog extends AsyncDisposable {
  readonly api: ImportApi
  readonly folder: string
  /** Runs `catalog admin …` on the data directory and parses its JSON. */
  admin(words: string[], options?: TestCliOptions): Promise<AdminResult>
  /** Creates a backup. Returns its path. */
  backUp(...options: string[]): Promise<string>
}

interface AdminResult {
  code: number
  stderr: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the output of many commands
  body: any
}

export async function openBackedUpCatalog({ images = 2 } = {}): Promise<BackedUpCatalog> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-backup-'))
  const api = await openImportApi()
  for (let index = 0; index < images; index += 1) {
    const bytes = await plain(8 + index, 8, RED)
      .jpeg()
      .toBuffer()
    await api.commit(await api.uploadToNewSlot(bytes), { title: `image ${index + 1}` })
  }
  await api.server.catalog.jobs.drain()
  const { data, clock } = api.server
  const admin = async (words: string[], options: TestCliOptions = {}): Promise<AdminResult> => {
    const env = { CATALOG_DATA: data, ...options.env }
    const result = await runCli(['admin', ...words, '--json'], { clock, ...options, env })
    const { code, stdout, stderr } = result
    return { code, stderr, body: stdout === '' ? null : JSON.parse(stdout) }
  }
  return {
    api,
    folder: folder.path,
    admin,
    async backUp(...options) {
      const { code, body, stderr } = await admin(['backup', 'create', ...options])
      if (code !== 0) throw new Error(`backup: ${stderr}${JSON.stringify(body)}`)
      return body.path
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
