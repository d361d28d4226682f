import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from './browser.ts'
import { signedInBrowser } from './oauth.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'
import type { TestServer } from './test-server.ts'

interface PersonOptions extends TestCliOptions {
  name?: string
  staff?: boolean
}

interface LoginOptions extends TestCliOptions {
  url?: string
  browser?: Browser
}

/** A person with a state directory and a browser in which they are signed in to the server. */
export async function person(
  server: TestServer,
  { name = 'Ada', staff = true, ...usual }: PersonOptions = {},
) {
  const state = await mkdtempDisposable(join(tmpdir(), 'catalog-login-'))
  const browser = await signedInBrowser(server, name)
  if (staff) await makeStaff(server, name)
  const run = (argv: string[], options: TestCliOptions = {}) =>
    runCli(argv, { ...usual, ...options, env: { CATALOG_STATE_DIR: state.path, ...options.env } })
  return {
    run,
    browser,
    /** Signs in, also at another instance, where the browser is that of somebody who is known there. */
    login: (argv: string[] = [], { url, browser: at, ...options }: LoginOptions = {}) =>
      run(['login', url ?? server.baseUrl, ...argv], {
        env: { DISPLAY: ':0' },
        openBrowser: (address) => allow(at ?? browser, address),
        ...options,
      }),
    kept: async () => JSON.parse(await readFile(join(state.path, 'credentials.json'), 'utf8')),
    [Symbol.asyncDispose]: () => state.remove(),
  }
}

async function makeStaff({ catalog }: TestServer, name: string) {
  await catalog.write((tx) =>
    tx.updateTable('user').set({ is_staff: 1 }).where('username', '=', name).execute(),
  )
}

/** What a person does with the page that opens; comes back before the program goes on. */
export async function allow(browser: Browser, url: string, button = 'Allow') {
  const page = await browser.open(url)
  const end = page.text.includes('>Allow</button>') ? await browser.submit(page, button) : page
  await fetch(end.address)
  return true
}
