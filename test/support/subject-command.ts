import { runCli, type TestCliOptions } from './test-cli.ts'
import type { TestServer } from './test-server.ts'

/** Runs `catalog admin subject …` on the data directory of the running server. */
export async function subject(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const result = await runCli(['admin', 'subject', ...words, '--json', '--yes'], {
    clock: server.clock,
    ...options,
    env: { CATALOG_DATA: server.data, ...options.env },
  })
  return { ...result, body: JSON.parse(result.stdout) }
}
