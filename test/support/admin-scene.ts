import { createSeed } from './seed.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Runs `catalog admin …` beside a running server, without prompts. */
export async function runAdmin(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const env = { CATALOG_DATA: server.data, SUDO_USER: 'root' }
  const argv = ['admin', ...words, '--json', '--yes']
  return await runCli(argv, { env, clock: server.clock, ...options })
}

/** The same for a command that succeeds. Returns its result. */
export async function admin(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const { code, stdout, stderr } = await runAdmin(server, words, options)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${stdout} ${stderr}`)
  return JSON.parse(stdout)
}

/** A server with two users and a public image. */
export async function createAdminScene() {
  const server = await startTestServer()
  const seed = createSeed(server)
  const ada = await seed.user({ id: 11, username: 'ada' })
  const grace = await seed.user({ id: 12, username: 'Grace Hopper' })
  const image = await seed.image({ title: 'Market square' })
  const dispose = () => server[Symbol.asyncDispose]()
  return { server, seed, ada, grace, image, [Symbol.asyncDispose]: dispose }
}
