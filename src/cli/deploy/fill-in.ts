import { basename, relative } from 'node:path'
import type { Config, Origins } from '../../core/config.ts'
import { invalid } from '../../core/errors.ts'

export interface Deployed {
  config: Pick<Config, 'backups' | 'baseUrl' | 'data' | 'files' | 'host' | 'metrics' | 'port'>
  origins: Pick<Origins, 'data' | 'host' | 'port'>
  /** Path of the running program. */
  program: string
}

/** The address in the files that stands for the public one. */
export const EXAMPLE_HOST = 'archive.example.org'

/**
 * Replaces the examples in a file by the settings that are not defaults.
 * @throws CatalogError kind `invalid` if a directory has characters that mean something else in a unit of systemd
 */
export function fillIn(content: string, { config, origins, program }: Deployed): string {
  const { baseUrl, metrics } = config
  const replacements: [example: string, value: string | false | null][] = [
    ['ReadWritePaths=/srv/catalog', `ReadWritePaths=${listFolders(config, origins).join(' ')}`],
    ['/srv/catalog', origins.data !== 'default' && config.data],
    [`https://${EXAMPLE_HOST}`, baseUrl],
    [EXAMPLE_HOST, baseUrl && new URL(baseUrl).hostname],
    ['127.0.0.1:8000', formatAddress(config)],
    ['127.0.0.1:9464', metrics],
    ['/usr/local/bin/catalog', basename(program) === 'catalog' && program],
  ]
  return replacements.reduce(
    (text, [example, value]) => (value ? text.replaceAll(example, () => value) : text),
    content,
  )
}

/** Replaces the example nodes of a configuration of nginx. @param nodes hosts with ports */
export function fillInNodes(content: string, nodes: readonly string[]): string {
  const lines = nodes.map((node) => `  server ${node} max_fails=0;\n`)
  return content.replace(/(?: +server 192\.0\.2\..+\n)+/, () => lines.join(''))
}

/** The directories that the server and its backups write to, without those inside another. */
function listFolders({ data, files, backups }: Deployed['config'], origins: Deployed['origins']) {
  const own = origins.data === 'default' ? '/srv/catalog' : data
  const others = [files, backups].filter((folder) => folder !== null)
  const folders = [own, ...others.filter((folder) => relative(own, folder).startsWith('..'))]
  const special = folders.find((folder) => /[\s"'\\%$#;]/v.test(folder))
  if (special === undefined) return folders
  throw invalid(special, 'has spaces or other special characters; choose another directory')
}

/** A proxy on the same computer reaches a server that listens on all addresses. */
function formatAddress({ host, port }: Deployed['config']): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
