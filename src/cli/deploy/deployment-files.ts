import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const DEPLOYMENTS = [
  'systemd',
  'caddy',
  'nginx',
  'prometheus',
  'grafana',
  'container',
] as const

export type Deployment = (typeof DEPLOYMENTS)[number]

export interface DeploymentFile {
  /** On the host: `/etc/nginx/conf.d/catalog.conf`. Files of a container have a name only. */
  path: string
  content: string
}

const FOLDER = fileURLToPath(new URL('../../../fixtures/deploy', import.meta.url))

/** Reads the files of a folder of the package: a deployment, or a variant of one. Sorted by path. */
export async function readDeployment(name: Deployment | 'nginx-nodes'): Promise<DeploymentFile[]> {
  const folder = join(FOLDER, name)
  const root = name === 'container' ? '' : '/'
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name))).sort()
  return await Promise.all(
    paths.map(async (path) => ({
      path: root + path,
      content: await readFile(join(folder, path), 'utf8'),
    })),
  )
}
