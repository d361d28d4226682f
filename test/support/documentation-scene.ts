import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createCliUser } from './cli-user.ts'
import { parseCommands, type DocumentedLine, type ShellCommand } from './documented-commands.ts'
import { pauseQueue } from './queue.ts'
import { createSeed, type Seed } from './seed.ts'
import { startService, type Answer } from './service-server.ts'
import { startS3Stub } from './s3-stub/s3-stub.ts'
import type { CliResult } from './test-cli.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { issueToken } from './tokens.ts'

/** A server, a signed-in moderator and a folder, in which the commands of a page run. */
export interface DocumentationScene extends AsyncDisposable {
  readonly server: TestServer
  readonly seed: Seed
  /** Writes a file to the folder in which commands run. */
  file(name: string, content: string | Uint8Array): Promise<void>
  /** Runs a line. @throws Error if one of its commands fails */
  run(line: DocumentedLine): Promise<void>
}

export interface SceneOptions {
  /** Texts of the page, by their replacements. */
  replacements?: Record<string, string>
  /** Further variables of all commands. */
  env?: Record<string, string>
  /** Further exit codes that are no failure: by the beginning of a line. */
  exitCodes?: Record<string, readonly number[]>
  wikidata?: Answer
  overpass?: Answer
}

const run = promisify(execFile)

export async function openDocumentationScene(
  options: SceneOptions = {},
): Promise<DocumentationScene> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'catalog-guide-')))
  const start = async (answer: Answer | undefined) =>
    answer && stack.use(await startService(answer)).url
  const services = {
    CATALOG_WIKIDATA_URL: await start(options.wikidata),
    CATALOG_OVERPASS_URL: await start(options.overpass),
  }
  const { CATALOG_WIKIDATA_URL: wikidataUrl } = services
  const server = stack.use(await startTestServer(wikidataUrl === undefined ? {} : { wikidataUrl }))
  await pauseQueue(server)
  const user = stack.use(await createCliUser(server, { name: 'ada' }))
  const stub = stack.use(await startS3Stub())
  const token = await issueToken(server, {
    userId: 1201,
    username: 'grace',
    staff: true,
    scopes: ['read', 'contribute', 'import', 'moderate'],
  })
  await writeFile(join(folder.path, '.curlrc'), 'fail-with-body\n')
  const places = createPlaces(server, folder.path, stub.endpoint, options.replacements)
  const usual: NodeJS.ProcessEnv = {
    CATALOG_DATA: server.data,
    CATALOG_URL: server.baseUrl,
    CATALOG_TOKEN: token,
    CATALOG_PROGRESS: 'none',
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
    SUDO_USER: 'ada',
    ...services,
    ...options.env,
  }
  const shell = createShell({ user, folder: folder.path, server, options })
  let exported: NodeJS.ProcessEnv = {}
  let section = ''
  const opened = stack.move()
  return {
    server,
    seed: createSeed(server),
    file: (name, content) => writeInto(folder.path, name, content),
    async run(line) {
      if (line.section !== section) exported = {}
      section = line.section
      const text = places(line.text)
      const [first] = parseCommands(text)
      if (first?.words[0] === 'export') exported = { ...exported, ...readExports(first) }
      else await shell(text, { ...usual, ...exported, TOKEN: token })
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Replaces the hosts and directories of examples. */
function createPlaces(
  { baseUrl, data }: TestServer,
  folder: string,
  bucket: string,
  others: Record<string, string> = {},
) {
  const inside = (path: string): [string, string] => [path, `${folder}${path}`]
  const places: [string, string][] = [
    ...Object.entries(others),
    ['https://catalog.example.org', baseUrl],
    ['http://127.0.0.1:8000', baseUrl],
    ['https://storage.example.org', bucket],
    ['serve --data /srv/catalog', `serve --data ${folder}/new`],
    ['/srv/catalog', data],
    ...['/srv/', '/mnt/', '/backup/', '/var/tmp', '/etc/'].map(inside),
  ]
  return (text: string) =>
    places.reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}

function readExports({ words }: ShellCommand): NodeJS.ProcessEnv {
  return Object.fromEntries(words.slice(1).map((word) => word.split(/=(.*)/s, 2)))
}

async function writeInto(folder: string, name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

interface Shell {
  user: Awaited<ReturnType<typeof createCliUser>>
  folder: string
  server: TestServer
  options: SceneOptions
}

/** Other programs that lines may run. */
const HARMLESS = ['curl', 'echo', 'openssl']

/** Runs lines: commands of the program in this process, and those of a few other programs in Bash. */
function createShell({ user, folder, server, options }: Shell) {
  const bash = async (script: string, env: NodeJS.ProcessEnv): Promise<string> => {
    const shell = { ...process.env, ...env, CURL_HOME: folder }
    return (await run('bash', ['-euc', script], { cwd: folder, env: shell })).stdout
  }

  const start = async (
    { words, env: own }: ShellCommand,
    env: NodeJS.ProcessEnv,
    stdin: string,
  ): Promise<CliResult> => {
    const [, ...rest] = words
    const argv: string[] = []
    for (const word of rest) {
      const isSubstitution = word.startsWith('$(')
      argv.push(isSubstitution ? (await bash(`echo ${word}`, env)).trim() : word)
    }
    if (argv[0] === 'login') return await user.login(argv.includes('--scope') ? argv.slice(1) : [])
    const stopping = new AbortController()
    const isServer = argv[0] === 'serve'
    if (isServer) argv.push('--port', '0', '--log-level', 'silent')
    const other = isServer ? { CATALOG_DATA: join(folder, 'served') } : {}
    return await user.run(argv, {
      cwd: folder,
      clock: server.clock,
      env: { ...env, ...other, ...own },
      // Confirms everything.
      answers: [true, true],
      stdin,
      signal: stopping.signal,
      onStderr: (text) => {
        if (text.includes('Serving')) stopping.abort('SIGTERM')
      },
      sleep: () => {
        if (argv.includes('--follow')) stopping.abort('SIGINT')
        return Promise.resolve()
      },
    })
  }

  return async (text: string, env: NodeJS.ProcessEnv): Promise<void> => {
    const commands = parseCommands(text).filter(({ words }) => words[0] !== 'source')
    const others = commands.filter(({ words: [program] }) => program !== 'catalog')
    const foreign = others.find(({ words: [program = ''] }) => !HARMLESS.includes(program))
    if (foreign) throw new Error(`Name the test that runs ${text}, or why none can.`)
    if (others.length > 0) return void (await bash(text, env))
    let stdin = ''
    for (const command of commands) {
      const { code, stdout, stderr } = await start(command, env, stdin)
      if (!isExpected(command, code, options))
        throw new Error(`${text}: ${code}\n${stdout}${stderr}`)
      stdin = stdout
      if (command.output) await redirect(folder, command.output, stdout)
    }
  }
}

function isExpected({ words }: ShellCommand, code: number, { exitCodes = {} }: SceneOptions) {
  const line = words.join(' ')
  const others = Object.entries(exitCodes).find(([beginning]) => line.startsWith(beginning))
  const isStopped =
    (words[1] === 'serve' && code === 143) || (words.includes('--follow') && code === 130)
  return code === 0 || isStopped || others?.[1].includes(code) === true
}

async function redirect(
  folder: string,
  { file, isAppended }: NonNullable<ShellCommand['output']>,
  content: string,
): Promise<void> {
  const path = file.startsWith('/') ? file : join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await (isAppended ? appendFile(path, content) : writeFile(path, content))
}
