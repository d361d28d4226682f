import { chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { execa } from 'execa'
import type { InstalledProgram } from './installed-program.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** An empty Debian 12 in a folder, which shares the network of this host. */
export interface BareDebian extends AsyncDisposable {
  /** The folder that is its root. */
  readonly root: string
  /**
   * Runs commands, each in a line, by shells of root.
   * @param input what each reads from standard input; they have no terminal
   * @returns their output
   * @throws ExecaError with their output if one fails
   */
  run(commands: string, input?: string): Promise<string>
  /** Creates an ordinary user. @returns the program `catalog` as that user runs it */
  createUser(name: string): Promise<InstalledProgram>
}

/** Prepares Debian in an empty folder. Needs root, `debootstrap` and a mirror of Debian. */
export async function createBareDebian(
  root: string,
  onCommand: (command: string) => void,
): Promise<BareDebian> {
  await execa('debootstrap', ['--variant=minbase', 'bookworm', root])
  await writeFile(join(root, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n')
  const variables = { PATH, ...(await copyCertificates(root)) }
  const proc = join(root, 'proc')
  await execa('mount', ['-t', 'proc', 'proc', proc])
  let users = 0
  return {
    root,
    async run(commands, input = '') {
      const own = { ...variables, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' }
      const outputs: string[] = []
      for (const command of commands.trim().split('\n')) {
        onCommand(`# ${command}`)
        // Without a terminal, programs ask for passwords on standard input.
        const words = ['--wait', 'chroot', root, 'sh', '-c', `cd\n${command}`]
        const { stdout } = await execa('setsid', words, { env: own, extendEnv: false, input })
        outputs.push(stdout)
      }
      return outputs.join('\n')
    },
    async createUser(name) {
      users += 1
      const id = 1000 + users
      const folderInside = `/home/${name}`
      const folder = join(root, folderInside)
      await mkdir(folder)
      await chown(folder, id, id)
      return {
        command: 'chroot',
        args: [`--userspec=${id}:${id}`, root, 'catalog'],
        user: {},
        owner: { uid: id, gid: id },
        env: { ...variables, HOME: folderInside },
        folder,
        folderInside,
        onCommand,
      }
    },
    [Symbol.asyncDispose]: async () => void (await execa('umount', ['--lazy', proc])),
  }
}

/** Copies the certificates of a proxy that this host uses. @returns the variables with which Node.js accepts them */
async function copyCertificates(root: string): Promise<Record<string, string>> {
  const { NODE_EXTRA_CA_CERTS: file } = env
  if (file === undefined) return {}
  await copyFile(file, join(root, 'etc/proxy.crt'))
  return { NODE_EXTRA_CA_CERTS: '/etc/proxy.crt' }
}

/**
 * Reads a block of commands of a page in `docs/`, as they are run without `sudo`.
 * @param beginning of the block
 */
export async function readGuide(page: string, beginning: string): Promise<string> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const start = text.indexOf(`\`\`\`sh\n${beginning}`)
  if (start === -1)
    throw new Error(`${page} has no block of commands that begins with ${beginning}.`)
  const [, block = ''] = text.slice(start).split(/^```.*\n/m)
  return block.replaceAll('sudo -u postgres', 'runuser -u postgres --')
}
