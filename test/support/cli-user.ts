import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasButton, type Browser } from './browser.ts'
import { signedInBrowser } from './oauth.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'
import type { TestServer } from './test-server.ts'
import { createSeed } from './seed.ts'

interface PersonOptions extends TestCliOptions {
  name?: string
  staff?: boolean
}

interface LoginOptions extends TestCliOptions {
  url?: string
  browser?: Browser
}

/** Creates a user with a state directory for the CLI and a browser that is signed in to the server. */
export async function createCliUser(
  server: TestServer,
  { name = 'Ada', staff = true, ...usual }: PersonOptions = {},
) {
  const state = await mkdtempDisposable(join(tmpdir(), 'catalog-login-'))
  const browser = await signedInBrowser(server, name)
  if (staff) await createSeed(server).staff(name)
  const run = (argv: string[], options: TestCliOptions = {}) =>
    runCli(argv, { ...usual, ...options, env: { CATALOG_STATE_DIR: state.path, ...options.env } })
  return {
    run,
    browser,
    /** Signs in with the CLI, also at another instance with a browser that is signed in there. */
    login: (argv: string[] = [], { url, browser: at, ...options }: LoginOptions = {}) =>
      run(['login', url ?? server.baseUrl, ...argv], {
        env: { DISPLAY: ':0' },
        openBrowser: (address) => allow(at ?? browser, address),
        ...options,
      }),
    readCredentials: async () =>
      JSON.parse(await readFile(join(state.path, 'credentials.json'), 'utf8')),
    [Symbol.asyncDispose]: () => state.remove(),
  }
}

/** Consents on the page that the CLI opens. Resolves before the CLI continues. */
export async function allow(browser: Browser, url: string, button = 'Allow') {
  const page = await browser.open(url)
  const end = hasButton(page, 'Allow') ? await browser.submit(page, button) : page
  await fetch(end.address)
  return true
}
