import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const SCRIPTS = {
  openseadragon: new URL(
    import.meta.resolve('openseadragon/build/openseadragon/openseadragon.min.js'),
  ),
  // Its bundle for browsers contains all of the packages on which it depends.
  mirador: new URL('../viewers/node_modules/mirador/dist/mirador.min.js', import.meta.url),
}

/** Opens the address in the query's `open` and reports in the title when all tiles in view are loaded. */
const STARTS: Record<keyof typeof SCRIPTS, string> = {
  openseadragon: `
    const viewer = OpenSeadragon({ id: 'viewer', tileSources: address, crossOriginPolicy: 'Anonymous',
      showNavigationControl: false, drawer: 'canvas' })
    viewer.addHandler('open', () => {
      const item = viewer.world.getItemAt(0)
      const report = () => { if (item.getFullyLoaded()) document.title = 'loaded' }
      item.addHandler('fully-loaded-change', report)
      report()
    })`,
  mirador: `
    Mirador.viewer({ id: 'viewer', windows: address ? [{ manifestId: address }] : [] })`,
}

/** Whether Mirador is installed: `npm run viewers`. */
export const miradorIsMissing = !existsSync(SCRIPTS.mirador)

/**
 * Starts a website with IIIF viewers, which opens pictures of another origin: `/mirador?open=MANIFEST`,
 * `/mirador` with no picture yet, and `/openseadragon?open=INFO`.
 */
export async function startViewerSite(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const [, name = '', isScript] = /^\/(\w+)(\.js)?/.exec(request.url ?? '') ?? []
    const script = SCRIPTS[name as keyof typeof SCRIPTS]
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    if (!script) response.writeHead(204).end()
    else if (isScript) createReadStream(script).pipe(response)
    else response.end(renderPage(name as keyof typeof SCRIPTS))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function renderPage(name: keyof typeof SCRIPTS): string {
  return `<!doctype html><title>loading</title>
<style>html, body, #viewer { margin: 0; width: 100%; height: 100%; }</style>
<div id="viewer"></div>
<script src="/${name}.js"></script>
<script>const address = new URL(location).searchParams.get('open')\n${STARTS[name]}</script>`
}
