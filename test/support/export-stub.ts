import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Placed {
  id: number
  /** Position in the order of the list. */
  at: number
}

/** An instance whose lists change between two requests, or that breaks off an export. */
export interface ExportStub extends AsyncDisposable {
  baseUrl: string
  /** The visible georeferences. */
  items: Placed[]
  /** Page numbers in the order in which they were requested. */
  pages: number[]
  /** Called after each page that has been sent. */
  onPage: (number: number) => void
  /** Lines of the export endpoint; without them the instance has none. */
  exported: string[] | undefined
  /** Called instead of a normal end of the export. */
  endExport: (response: ServerResponse) => void
  /** Answers requests of single items. */
  sendItem: (response: ServerResponse, id: number) => void
}

export async function startExportStub(): Promise<ExportStub> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', stub.baseUrl)
    if (stub.exported) response.setHeader('Catalog-Features', 'replay, export')
    if (pathname.endsWith('/export/')) {
      response.setHeader('Content-Type', 'application/x-ndjson')
      response.write(stub.exported!.map((line) => `${line}\n`).join(''))
      stub.endExport(response)
      return
    }
    const [, id] = /(\d+)\/(?:geometry\/)?$/.exec(pathname) ?? []
    if (id !== undefined) return stub.sendItem(response, Number(id))
    sendPage(response, Number(searchParams.get('page') ?? 1), Number(searchParams.get('page_size')))
  })
  const sendPage = (response: ServerResponse, page: number, size: number): void => {
    const sorted = stub.items.toSorted((a, b) => a.at - b.at)
    const shown = sorted.slice((page - 1) * size, page * size)
    if (page > 1 && shown.length === 0) response.writeHead(404).end('{"detail":"Invalid page."}')
    else response.end(JSON.stringify({ count: sorted.length, features: shown.map(createFeature) }))
    if (size === 1) return
    stub.pages.push(page)
    stub.onPage(stub.pages.length)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stub: ExportStub = {
    baseUrl: `http://127.0.0.1:${port}`,
    items: [],
    pages: [],
    onPage: () => {},
    exported: undefined,
    endExport: (response) => void response.end(),
    sendItem: (response) => void response.writeHead(404).end('{"detail":"Not found."}'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return stub
}

export function createFeature({ id }: { id: number }) {
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [id / 1000, 47] },
    properties: { id, image_id: id, image_title: `Image ${id}`, direction: null },
  }
}
