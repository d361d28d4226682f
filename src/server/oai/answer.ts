import { MAX_OAI_RECORDS } from '../../core/base/limits.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Html } from '../../core/base/html.ts'
import {
  findHarvested,
  findOldestChange,
  listHarvest,
  type HarvestedHeader,
} from '../../core/queries/changes/list-harvest.ts'
import { readEpoch } from '../../core/queries/changes/read-epoch.ts'
import { readHarvestedImages } from '../../core/queries/images/harvested-images.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { isSetPublic, listHarvestSets } from '../../core/queries/sources/harvest-sets.ts'
import type { Links } from '../http/links.ts'
import { xml } from '../http/xml.ts'
import type { OaiArguments, VerbName } from './arguments.ts'
import { findContact } from './contact.ts'
import { FORMATS, requireFormat, type FormatName } from './formats.ts'
import {
  badToken,
  formatDatestamp,
  formatListToken,
  formatSet,
  noSet,
  parseSet,
  readListRequest,
} from './list-request.ts'
import { OaiError } from './oai-error.ts'
import { createOaiRecord } from './oai-record.ts'
import { parseIdentifier, renderHeader } from './response.ts'

export interface OaiContext {
  catalog: Catalog
  links: Links
  baseUrl: string
  /** The host of the base URL, without its port. */
  host: string
}

/** Answers the verbs. Each returns the content of the response, or throws an OaiError. */
export const ANSWERS: Record<
  VerbName,
  (context: OaiContext, given: OaiArguments) => Promise<Html>
> = {
  GetRecord: getRecord,
  Identify: identify,
  ListIdentifiers: (context, given) => list(context, given, 'ListIdentifiers'),
  ListMetadataFormats: listFormats,
  ListRecords: (context, given) => list(context, given, 'ListRecords'),
  ListSets: listSets,
}

async function identify({ catalog, baseUrl, host }: OaiContext): Promise<Html> {
  const siteName = await getSiteName(catalog.reads)
  const oldest = await findOldestChange(catalog.reads)
  return xml`<Identify>
<repositoryName>${siteName}</repositoryName>
<baseURL>${baseUrl}</baseURL>
<protocolVersion>2.0</protocolVersion>
<adminEmail>${findContact(catalog.config.contact, host)}</adminEmail>
<earliestDatestamp>${formatDatestamp(oldest ?? catalog.clock.now())}</earliestDatestamp>
<deletedRecord>persistent</deletedRecord>
<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>
<compression>gzip</compression>
</Identify>`
}

/** All records have all formats. */
async function listFormats(context: OaiContext, given: OaiArguments): Promise<Html> {
  const identifier = given.get('identifier')
  if (identifier !== undefined) await requireHeader(context, identifier)
  const formats = Object.entries(FORMATS).map(
    ([prefix, { schema, namespace }]) => xml`<metadataFormat>
<metadataPrefix>${prefix}</metadataPrefix>
<schema>${schema}</schema>
<metadataNamespace>${namespace}</metadataNamespace>
</metadataFormat>
`,
  )
  return xml`<ListMetadataFormats>
${formats}</ListMetadataFormats>`
}

async function listSets({ catalog }: OaiContext, given: OaiArguments): Promise<Html> {
  const token = given.get('resumptionToken')
  const after = token === undefined ? undefined : parseSet(token)
  if (token !== undefined && after === undefined) throw badToken()
  const sets = await listHarvestSets(catalog.reads, after, MAX_OAI_RECORDS + 1)
  const page = sets.slice(0, MAX_OAI_RECORDS)
  const last = page.at(-1)
  const next = sets.length > MAX_OAI_RECORDS && last ? formatSet(last) : undefined
  const rendered = page.map(
    (set) => xml`<set><setSpec>${formatSet(set)}</setSpec><setName>${set.name}</setName></set>\n`,
  )
  return xml`<ListSets>
${rendered}${renderToken(token, next)}</ListSets>`
}

async function getRecord(context: OaiContext, given: OaiArguments): Promise<Html> {
  const header = await requireHeader(context, given.get('identifier') ?? '')
  const format = requireFormat(given.get('metadataPrefix'))
  return xml`<GetRecord>
${await renderRecords(context, [header], format)}</GetRecord>`
}

/** @throws OaiError `idDoesNotExist` */
async function requireHeader(
  { catalog, host }: OaiContext,
  identifier: string,
): Promise<HarvestedHeader> {
  const id = parseIdentifier(identifier, host)
  const header = id === undefined ? undefined : await findHarvested(catalog.reads, id)
  if (header) return header
  const message = `There is no such record. Identifiers are like oai:${host}:image:12.`
  throw new OaiError('idDoesNotExist', message)
}

async function list(
  context: OaiContext,
  given: OaiArguments,
  verb: 'ListIdentifiers' | 'ListRecords',
): Promise<Html> {
  const { catalog, host } = context
  const epoch = await readEpoch(catalog.reads)
  const request = readListRequest(given, epoch)
  const token = given.get('resumptionToken')
  // While a list is read, its set may be hidden.
  if (request.set && token === undefined && !(await isSetPublic(catalog.reads, request.set))) {
    throw noSet(formatSet(request.set))
  }
  const { headers, next } = await listHarvest(catalog.reads, { ...request, limit: MAX_OAI_RECORDS })
  if (headers.length === 0 && next === undefined && token === undefined) {
    throw new OaiError('noRecordsMatch', 'Nothing changed in this time.')
  }
  const records =
    verb === 'ListRecords'
      ? await renderRecords(context, headers, request.format)
      : headers.map((header) => renderHeader(header, host))
  const nextToken =
    next === undefined ? undefined : formatListToken({ ...request, after: next, epoch })
  return xml`<${verb}>
${records}${renderToken(token, nextToken)}</${verb}>`
}

async function renderRecords(
  { catalog, links, host }: OaiContext,
  headers: readonly HarvestedHeader[],
  format: FormatName,
): Promise<Html[]> {
  const shown = headers.filter(({ sets }) => sets !== undefined)
  const images = await readHarvestedImages(
    catalog.reads,
    shown.map(({ id }) => id),
  )
  const siteName = await getSiteName(catalog.reads)
  return headers.map((header) => {
    const image = header.sets && images.get(header.id)
    // Hidden or deleted a moment ago, if it has no row.
    if (image === undefined) {
      return xml`<record>${renderHeader({ ...header, sets: undefined }, host)}</record>\n`
    }
    const metadata = FORMATS[format].render(createOaiRecord(image, { links, siteName }))
    return xml`<record>${renderHeader(header, host)}<metadata>
${metadata}
</metadata></record>
`
  })
}

/** The last page of a list that was divided ends with an empty token. */
function renderToken(given: string | undefined, next: string | undefined): Html | undefined {
  return given === undefined && next === undefined
    ? undefined
    : xml`<resumptionToken>${next}</resumptionToken>\n`
}
