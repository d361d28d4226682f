import { startFileServer } from './file-server.ts'

interface Response {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** XML, JSON, or any other response. */
export type RemoteDocument = string | object | Response

/** An archive on a loopback address, whose documents a test changes. */
export async function startRemoteArchive() {
  const documents = new Map<string, RemoteDocument | (() => RemoteDocument)>()
  const asked: string[] = []
  const server = await startFileServer((response, { url = '' }) => {
    const path = decodeURIComponent(url)
    asked.push(path)
    const { status, headers, body } = toResponse(documents.get(path))
    response.writeHead(status, headers).end(body)
  })
  return {
    url: server.url,
    /** Paths of all requests so far. */
    asked,
    documents,
    /** Publishes documents by their paths. */
    publish(more: Record<string, RemoteDocument | (() => RemoteDocument)>): void {
      for (const [path, document] of Object.entries(more)) documents.set(path, document)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function toResponse(published: RemoteDocument | (() => RemoteDocument) | undefined): Response {
  const document =
    typeof published === 'function' ? (published as () => RemoteDocument)() : published
  if (document === undefined) return { status: 404 }
  if (typeof document === 'string')
    return { status: 200, headers: { 'Content-Type': 'text/xml' }, body: document }
  if ('status' in document) return document as Response
  const headers = { 'Content-Type': 'application/json' }
  return { status: 200, headers, body: JSON.stringify(document) }
}

/** A manifest of version 3 with one canvas, as museums publish them. */
export function manifest3(url: string, label: string, more: object = {}) {
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: url,
    type: 'Manifest',
    label: { en: [label], de: [`${label} (deutsch)`] },
    items: [canvas3(`${url}/canvas/1`)],
    ...more,
  }
}

export function canvas3(id: string, label?: string) {
  const service = {
    id: `https://iiif.example.org/${id.split('/').at(-3)}`,
    type: 'ImageService3',
    profile: 'level1',
  }
  const body = {
    id: `${service.id}/full/800,/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    service: [service],
  }
  const painting = { type: 'Annotation', motivation: 'painting', body, target: id }
  return {
    id,
    type: 'Canvas',
    ...(label !== undefined && { label: { none: [label] } }),
    height: 3000,
    width: 4000,
    items: [{ type: 'AnnotationPage', items: [painting] }],
  }
}

export function collection3(url: string, items: object[], more: object = {}) {
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: url,
    type: 'Collection',
    label: { none: ['Collection'] },
    items,
    ...more,
  }
}

/** A manifest of version 2 with two canvases, one of them a choice. */
export function manifest2(url: string) {
  const canvas = (number: number, resource: object) => ({
    '@id': `${url}/canvas/${number}`,
    '@type': 'sc:Canvas',
    label: `p. ${number}`,
    height: 2000,
    width: 3000,
    images: [{ '@type': 'oa:Annotation', motivation: 'sc:painting', resource }],
  })
  const image = (name: string) => ({
    '@id': `https://iiif.example.org/2/${name}/full/!1024,1024/0/default.jpg`,
    '@type': 'dctypes:Image',
    service: {
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': `https://iiif.example.org/2/${name}`,
      profile: 'http://iiif.io/api/image/2/level1.json',
    },
  })
  return {
    '@context': 'http://iiif.io/api/presentation/2/context.json',
    '@id': url,
    '@type': 'sc:Manifest',
    label: [
      { '@value': 'Hafen', '@language': 'de' },
      { '@value': 'Harbour', '@language': 'en' },
    ],
    description: '<p>The <b>old</b> harbour &amp; its cranes.</p>',
    license: 'https://creativecommons.org/licenses/by-sa/4.0/deed.de',
    related: { '@id': 'https://archive.example.org/harbour', format: 'text/html' },
    metadata: [
      { label: [{ '@value': 'Datierung', '@language': 'de' }], value: 'um 1920' },
      { label: 'Photographer', value: ['A. Example', 'B. Other'] },
      { label: 'Signatur', value: 'F 12/3' },
    ],
    sequences: [
      {
        '@type': 'sc:Sequence',
        canvases: [
          canvas(1, image('a')),
          canvas(2, { '@type': 'oa:Choice', default: image('b'), item: [image('c')] }),
        ],
      },
    ],
  }
}

/** A response of OAI-PMH. */
export function oai(content: string, date = '2026-11-01T10:00:00Z'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
  <responseDate>${date}</responseDate><request>https://oai.example.org/</request>${content}</OAI-PMH>`
}

export function identify(deletedRecord: 'no' | 'transient' | 'persistent', date?: string): string {
  return oai(
    `<Identify><repositoryName>Archive</repositoryName><deletedRecord>${deletedRecord}</deletedRecord>
    <granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>`,
    date,
  )
}

export function listFormats(...prefixes: string[]): string {
  const formats = prefixes.map(
    (prefix) => `<metadataFormat><metadataPrefix>${prefix}</metadataPrefix></metadataFormat>`,
  )
  return oai(`<ListMetadataFormats>${formats.join('')}</ListMetadataFormats>`)
}

export function listRecords(records: readonly string[], token?: string): string {
  const rest = token === undefined ? '' : `<resumptionToken cursor="0">${token}</resumptionToken>`
  return oai(`<ListRecords>${records.join('')}${rest}</ListRecords>`)
}

export function edmRecord(id: string, title: string, more = ''): string {
  return `<record><header><identifier>${id}</identifier><datestamp>2026-10-01</datestamp></header><metadata>
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:edm="http://www.europeana.eu/schemas/edm/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ore="http://www.openarchives.org/ore/terms/">
    <edm:ProvidedCHO rdf:about="#${id}"><dc:title xml:lang="en">${title}</dc:title>
      <dc:creator rdf:resource="#agent"/><dc:date>1912</dc:date>
      <dc:identifier>${id.split(':').at(-1)}</dc:identifier><edm:type>IMAGE</edm:type>${more}</edm:ProvidedCHO>
    <edm:Agent rdf:about="#agent"><skos:prefLabel>A. Example</skos:prefLabel></edm:Agent>
    <edm:Place rdf:about="#place"><wgs84_pos:lat>52.374</wgs84_pos:lat><wgs84_pos:long>4.8896</wgs84_pos:long></edm:Place>
    <ore:Aggregation rdf:about="#a"><edm:isShownAt rdf:resource="https://archive.example.org/${id}"/>
      <edm:isShownBy rdf:resource="https://archive.example.org/${id}.jpg"/>
      <edm:rights rdf:resource="http://creativecommons.org/licenses/by/4.0/"/></ore:Aggregation>
  </rdf:RDF></metadata></record>`
}

export function dublinCoreRecord(id: string, elements: Record<string, string | string[]>): string {
  const texts = Object.entries(elements).flatMap(([name, values]) =>
    [values].flat().map((value) => `<dc:${name}>${value}</dc:${name}>`),
  )
  return `<record><header><identifier>${id}</identifier></header><metadata><oai_dc:dc>${texts.join('')}</oai_dc:dc></metadata></record>`
}

export function deletedRecord(id: string): string {
  return `<record><header status="deleted"><identifier>${id}</identifier></header></record>`
}
