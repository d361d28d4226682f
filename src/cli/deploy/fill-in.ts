import { basename, relative } from 'node:path'
import type { Config, Origins } from '../../core/config/config.ts'
import { invalid } from '../../core/base/errors.ts'
import { formatAddress, isUnspecified } from '../terminal/format-address.ts'

export interface Deployed {
  config: Pick<
    Config,
    'backups' | 'baseUrl' | 'data' | 'files' | 'host' | 'metrics' | 'port' | 'storageUrl'
  >
  origins: Pick<Origins, 'data'>
  /** Path of the running program. */
  program: string
}

/** The address in the files that stands for the public one. */
export const EXAMPLE_HOST = 'archive.example.org'

const BACKUP = 'admin backup create'

/** Directories that are empty for units with `ProtectHome`. */
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/v

/** Lists the paths of a deployment that its units cannot reach. */
export function listUnreachable({ config, origins, program }: Deployed): string[] {
  const data = origins.data === 'default' ? null : config.data
  const paths = [program, data, config.files, config.backups]
  return paths.filter((path) => path !== null).filter((path) => HOMES.test(path))
}

/**
 * Replaces the examples in a file by the settings that are not defaults.
 * @throws CatalogError kind `invalid` if a directory has characters that mean something else in a unit of systemd
 */
export function fillIn(content: string, deployed: Deployed): string {
  const values = listValues(deployed)
  const examples = [...values.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(examples.join('|').replaceAll('.', String.raw`\.`), 'g')
  return content.replaceAll(pattern, (example) => values.get(example) ?? example)
}

/** The examples with what replaces them; undefined leaves an example as it is. */
function listValues({ config, origins, program }: Deployed): Map<string, string | undefined> {
  const baseUrl = config.baseUrl ?? undefined
  const data = requirePlain(origins.data === 'default' ? '/srv/catalog' : config.data)
  const files = unlessBelow(data, config.files)
  const backups = unlessBelow(data, config.backups)
  const written = [data, ...(files === undefined ? [] : [requirePlain(files)])].join(' ')
  const uncomment = (name: string): [string, string | undefined] => [
    `#${name}=/mnt/backups`,
    backups && `${name}=${requirePlain(backups)}`,
  ]
  return new Map([
    ['/srv/catalog', data],
    ['RequiresMountsFor=/srv/catalog', `RequiresMountsFor=${written}`],
    ['ReadWritePaths=/srv/catalog', `ReadWritePaths=${written}`],
    uncomment('RequiresMountsFor'),
    uncomment('ReadWritePaths'),
    uncomment('CATALOG_BACKUPS'),
    [`https://${EXAMPLE_HOST}`, baseUrl],
    [EXAMPLE_HOST, baseUrl && new URL(baseUrl).hostname],
    [BACKUP, config.storageUrl === null ? undefined : `${BACKUP} --database-only`],
    ['127.0.0.1:8000', formatProxyTarget(config)],
    ['127.0.0.1:9464', config.metrics ?? undefined],
    ['/usr/local/bin/catalog', basename(program) === 'catalog' ? program : undefined],
  ])
}

/** Replaces the example nodes of a configuration of nginx. @param nodes hosts with ports */
export function fillInNodes(content: string, nodes: readonly string[]): string {
  const lines = nodes.map((node) => `  server ${node} max_fails=0;\n`)
  return content.replace(/(?: +server 192\.0\.2\..+\n)+/, () => lines.join(''))
}

/** Returns a directory that is not below another. */
function unlessBelow(parent: string, folder: string | null): string | undefined {
  return folder !== null && relative(parent, folder).startsWith('..') ? folder : undefined
}

function requirePlain(folder: string): string {
  if (!/[\s"'\\%$#;]/v.test(folder)) return folder
  throw invalid(folder, 'has spaces or other special characters; choose another directory')
}

/** A proxy on the same computer reaches a server that listens on all addresses. */
function formatProxyTarget({ host, port }: Deployed['config']): string {
  return formatAddress(isUnspecified(host) ? '127.0.0.1' : host, port)
}
