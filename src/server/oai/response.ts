import type { Micros } from '../../core/base/clock.ts'
import { trusted, type Html } from '../../core/base/html.ts'
import type { HarvestedHeader } from '../../core/queries/changes/list-harvest.ts'
import { xml } from '../http/xml.ts'
import type { OaiArguments } from './arguments.ts'
import { formatDatestamp, formatSet } from './list-request.ts'

const ATTRIBUTES = trusted(`xmlns="http://www.openarchives.org/OAI/2.0/"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd"`)

export interface OaiResponse {
  time: Micros
  baseUrl: string
  /** The verb and the arguments; none if they were wrong. */
  request: OaiArguments
  content: Html
}

export function renderResponse({ time, baseUrl, request, content }: OaiResponse): Html {
  const attributes = [...request].map(([name, value]) => xml` ${trusted(name)}="${value}"`)
  return xml`<OAI-PMH ${ATTRIBUTES}>
<responseDate>${formatDatestamp(time)}</responseDate>
<request${attributes}>${baseUrl}</request>
${content}
</OAI-PMH>
`
}

/** Renders the header of a record. @param host of the base URL, without its port */
export function renderHeader({ id, changedAt, sets }: HarvestedHeader, host: string): Html {
  const names = sets
    ? [
        formatSet({ kind: 'source', id: sets.source }),
        formatSet({ kind: 'collection', id: sets.collection }),
      ]
    : []
  return xml`<header${sets ? '' : xml` status="deleted"`}>
<identifier>${formatIdentifier(id, host)}</identifier>
<datestamp>${formatDatestamp(changedAt)}</datestamp>
${names.map((name) => xml`<setSpec>${name}</setSpec>\n`)}</header>
`
}

export function formatIdentifier(id: number, host: string): string {
  return `oai:${host}:image:${id}`
}

/** Returns the id of the image; undefined if the identifier belongs to another repository, or to none. */
export function parseIdentifier(text: string, host: string): number | undefined {
  const id = /:image:([1-9]\d{0,14})$/.exec(text)?.[1]
  return id !== undefined && text === formatIdentifier(Number(id), host) ? Number(id) : undefined
}
