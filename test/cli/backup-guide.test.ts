import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackedUpCatalog } from '../support/backups.ts'
import { runCli } from '../support/test-cli.ts'

const guide = await readFile(new URL('../../docs/backup.md', import.meta.url), 'utf8')

const COMMANDS = [...guide.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line !== '')

test('every command of the guide works, in its order', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  const { clock, data } = here.api.server
  const places: Record<string, string> = {
    '/srv/catalog': data,
    '/srv/restored': join(here.folder, 'restored'),
    '/mnt/backups': join(here.folder, 'backups'),
    '/var/tmp': here.folder,
    '2026-11-22T030000Z': '2026-03-01T120000Z',
  }
  expect(COMMANDS.length).toBeGreaterThan(15)
  for (const command of COMMANDS) {
    const all = command
      .split(' ')
      .map((word) =>
        Object.entries(places).reduce((text, [from, to]) => text.replace(from, to), word),
      )
    const start = all.findIndex((word) => !/^[A-Z_]+=/.test(word))
    const env = Object.fromEntries(all.slice(0, start).map((word) => word.split('=')))
    const [program, ...words] = all.slice(start)
    expect(program).toBe('catalog')
    // A server runs until it is stopped.
    const stopping = new AbortController()
    const onStderr = (text: string): void => {
      if (text.includes('Serving')) stopping.abort('SIGTERM')
    }
    const isServer = words[0] === 'serve'
    const options = isServer ? { signal: stopping.signal, onStderr } : {}
    const flags = isServer ? ['--port', '0', '--log-level', 'silent'] : []
    const { code, stderr } = await runCli([...words, ...flags], { clock, env, ...options })
    expect(isServer ? [0, 143] : [0], `${command}: ${stderr}`).toContain(code)
  }
})
