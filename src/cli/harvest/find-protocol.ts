import { CatalogError } from '../../core/base/errors.ts'
import { fetchDocument, parseJson, type Remote } from './fetch-document.ts'
import { IIIF_TYPES } from './iiif/harvest-iiif.ts'
import { readIiifDocument } from './iiif/document.ts'
import { buildOaiUrl } from './oai/harvest-oai.ts'
import { parseOaiResponse } from './oai/response.ts'
import { isOutage } from './problem.ts'
import type { HarvestSource, Protocol } from './source.ts'

/**
 * Finds out what a remote is: by its address, or by what it sends.
 * @throws CatalogError kind `invalid` if it is nothing that can be harvested; the failure if it cannot be reached
 */
export async function findProtocol(remote: Remote, source: HarvestSource): Promise<Protocol> {
  const { url, protocol, map } = source
  if (protocol !== undefined) return protocol
  const isNamedLines = /\.(?:jsonl|ndjson)$/i.test(new URL(url).pathname)
  if (isNamedLines || Object.keys(map).length > 0) return 'jsonl'
  const sent = await tryTo(async () => {
    const text = await fetchDocument(remote, url, IIIF_TYPES)
    readIiifDocument(parseJson(text, url), url)
  })
  if (sent === undefined) return 'iiif'
  const identify = buildOaiUrl(url, { verb: 'Identify' })
  const identified = await tryTo(async () => {
    parseOaiResponse(await fetchDocument(remote, identify, 'text/xml'), identify)
  })
  if (identified === undefined) return 'oai'
  const message = `${url} is neither a IIIF collection or manifest nor an OAI-PMH repository: ${sent.message} ${identified.message}`
  throw new CatalogError('unsupported', message, {
    code: 'harvest.unknown',
    hint: 'Check the address. For a file of JSON lines, add --protocol jsonl.',
  })
}

/** @returns the failure, unless the server does not work or must not be asked */
async function tryTo(read: () => Promise<void>): Promise<CatalogError | undefined> {
  try {
    await read()
    return undefined
  } catch (error) {
    const isOther = !(error instanceof CatalogError) || isOutage(error)
    if (isOther || error.details.code === 'url.private') throw error
    return error
  }
}
