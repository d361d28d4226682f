import { unreadable } from '../problem.ts'
import type { RemoteRecord } from '../remote-record.ts'
import { readDublinCore } from './dublin-core.ts'
import { readEdm } from './edm.ts'
import { findChild, listChildren, parseXml, readChildTexts, type XmlElement } from './xml-tree.ts'

/** A response of OAI-PMH 2.0. */
export interface OaiResponse {
  root: XmlElement
  /** `responseDate`. */
  date: string | undefined
  /** Codes of errors, such as `noRecordsMatch`, with what the repository says. */
  errors: Map<string, string>
}

/** @throws CatalogError code `harvest.oai` if the document is no response of OAI-PMH */
export function parseOaiResponse(text: string, url: string): OaiResponse {
  const root = parseXml(text, url)
  if (root.name !== 'OAI-PMH') throw unreadable('oai', url, 'is no response of OAI-PMH')
  const errors = listChildren(root, 'error').map(
    (error) => [error.attribute('code') ?? '', error.text.trim()] as const,
  )
  return { root, date: readChildTexts(root, 'responseDate')[0], errors: new Map(errors) }
}

/** A page of `ListRecords`. */
export interface RecordPage {
  records: RemoteRecord[]
  /** Identifiers of records that the repository deleted. */
  deleted: string[]
  /** Absent on the last page. */
  token: string | undefined
}

/** @throws CatalogError code `harvest.oai` if it is no page */
export function readRecordPage({ root }: OaiResponse, url: string): RecordPage {
  const list = findChild(root, 'ListRecords')
  if (list === undefined) throw unreadable('oai', url, 'is no list of records')
  const page: RecordPage = {
    records: [],
    deleted: [],
    token: readChildTexts(list, 'resumptionToken')[0],
  }
  for (const record of listChildren(list, 'record')) {
    const header = findChild(record, 'header')
    const [id = ''] = readChildTexts(header, 'identifier')
    if (header?.attribute('status') === 'deleted') page.deleted.push(id)
    else page.records.push({ id, ...readMetadata(record) })
  }
  return page
}

function readMetadata(record: XmlElement): Omit<RemoteRecord, 'id'> {
  const [metadata] = findChild(record, 'metadata')?.children ?? []
  if (metadata === undefined) return {}
  return metadata.name === 'RDF' ? readEdm(metadata) : readDublinCore(metadata)
}

const EDM = /europeana\.eu\/schemas\/edm/

/** Chooses the format that names pictures, if the repository has it, else Dublin Core, which every repository has. */
export function choosePrefix({ root }: OaiResponse): string {
  const formats = listChildren(findChild(root, 'ListMetadataFormats'), 'metadataFormat')
  const edm = formats.find((format) => {
    const [prefix, namespace = ''] = [
      readChildTexts(format, 'metadataPrefix')[0],
      ...readChildTexts(format, 'metadataNamespace'),
    ]
    return prefix === 'edm' || EDM.test(namespace)
  })
  return (edm && readChildTexts(edm, 'metadataPrefix')[0]) ?? 'oai_dc'
}
