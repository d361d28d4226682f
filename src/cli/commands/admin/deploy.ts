import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Argument, Command } from '@commander-js/extra-typings'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import { invalid } from '../../../core/base/errors.ts'
import { ignoreMissing } from '../../../core/storage/missing-files.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import {
  DEPLOYMENTS,
  readDeployment,
  type Deployment,
  type DeploymentFile,
} from '../../deploy/deployment-files.ts'
import { EXAMPLE_HOST, fillIn, fillInNodes, listUnreachable } from '../../deploy/fill-in.ts'
import { loadSettings } from '../../host/load-settings.ts'
import { hint, print, printText } from '../../terminal/output.ts'
import { createDataOption, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  baseUrl?: string
  node?: string[]
  to?: string
}

async function runDeploy(cli: Cli, deployment: Deployment, options: Options): Promise<void> {
  const { data, baseUrl, node: nodes, to } = options
  if (nodes && deployment !== 'nginx') throw invalid('--node', 'applies to nginx only')
  const { config, origins, secrets } = await loadSettings(cli, { data, baseUrl })
  const place = { config, origins, program: process.argv[1] ?? '' }
  const templates = await readDeployment(nodes ? 'nginx-nodes' : deployment)
  // PostgreSQL is backed up with its own tools.
  const suitable =
    secrets.databaseUrl === null ? templates : templates.filter(({ path }) => !isBackup(path))
  const files = suitable.map(({ path, content }) => {
    const filled = fillIn(content, place)
    return { path, content: nodes ? fillInNodes(filled, nodes) : filled }
  })
  if (to === undefined) printFiles(cli, files)
  else await writeFiles(cli, resolve(cli.cwd, to), files)
  if (files.some(({ content }) => content.includes(EXAMPLE_HOST)))
    hint(cli, `Set CATALOG_BASE_URL or --base-url in place of ${EXAMPLE_HOST}.`)
  const unreachable =
    deployment === 'systemd' ? listUnreachable({ ...place, program: PROGRAM_FILE }) : []
  if (unreachable.length > 0)
    hint(
      cli,
      `The units cannot use ${unreachable.join(', ')}, since they have no access to home directories. Move it to /usr/local or /srv.`,
    )
}

/** A file of the program itself, to which a link such as /usr/local/bin/catalog may lead. */
const PROGRAM_FILE = fileURLToPath(import.meta.url)

const isBackup = (path: string): boolean => basename(path).startsWith('catalog-backup.')

/** Several files have headings with their paths, like those of `systemctl cat`. */
function printFiles(cli: Cli, files: readonly DeploymentFile[]): void {
  if (cli.globals.output !== 'human') return print(cli, files, ['path', 'content'])
  const [first, ...others] = files
  if (first && others.length === 0) return printText(cli, first.content)
  printText(cli, files.map(({ path, content }) => `# ${path}\n${content}`).join('\n'))
}

/** Settings with secrets are readable by the group of the server only. */
const ENV_FILE_MODE = 0o640

/** Writes the files that do not exist yet. */
async function writeFiles(cli: Cli, root: string, files: readonly DeploymentFile[]): Promise<void> {
  const rows: { path: string; state: 'written' | 'unchanged' | 'different' }[] = []
  for (const { path: inside, content } of files) {
    const path = join(root, inside)
    const present = await ignoreMissing(readFile(path, 'utf8'))
    if (present === undefined) {
      await makeFolder(dirname(path))
      const mode = path.endsWith('.env') ? ENV_FILE_MODE : 0o644
      await writeFile(path, content, { mode, flag: 'wx' })
      rows.push({ path, state: 'written' })
    } else rows.push({ path, state: present === content ? 'unchanged' : 'different' })
  }
  print(cli, rows, ['path', 'state'])
  if (rows.some(({ state }) => state === 'different'))
    hint(cli, 'Files that were there before are left as they are. Compare them without --to.')
}

function appendNode(address: string, nodes: string[] = []): string[] {
  if (!/^[\w.\-\[\]:]+:\d{1,5}$/v.test(address)) {
    throw invalid('--node', 'should be a host and a port such as 192.0.2.11:8000')
  }
  return [...nodes, address]
}

export const deployCommand: CommandFactory = (cli) =>
  new Command('deploy')
    .description('Print files for running a server: units, proxies, monitoring, a container')
    .addArgument(new Argument('<what>', 'What to print').choices(DEPLOYMENTS))
    .option('--to <dir>', 'Write the files below this directory instead; / is the host itself')
    .option('--base-url <url>', 'Public URL of the instance (CATALOG_BASE_URL)')
    .option('--node <address>', 'A server behind nginx; repeat for several', appendNode)
    .addOption(createDataOption())
    .action((what, options) => runDeploy(cli, what, options))
