import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from './test-cli.ts'

export const NGINX = '/usr/sbin/nginx'

/** A reverse proxy in front of nodes. */
export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** The process that starts the others. */
  readonly pid: number
  /** Every response so far. */
  responses(): AsyncIterable<LoggedResponse>
}

export interface LoggedResponse {
  status: number
  /** Null without a header Retry-After. */
  retryAfter: string | null
  /** Method and path. */
  request: string
}

/** Starts nginx on a port, in front of nodes on other ports, with the configuration of `catalog admin deploy`. */
export async function startNginx(port: number, nodes: readonly number[]): Promise<Proxy> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nginx-'))
  const main = join(folder.path, 'nginx.conf')
  await writeFile(main, configure(folder.path, await readDeployed(port, nodes)))
  const server = spawn(NGINX, ['-e', 'stderr', '-c', main], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url)
  return {
    url,
    pid: server.pid!,
    responses: () => readResponses(join(folder.path, 'responses')),
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
      await folder.remove()
    },
  }
}

/** Reads the configuration of `catalog admin deploy`. TLS is left out. */
async function readDeployed(port: number, nodes: readonly number[]): Promise<string> {
  const [only, ...others] = nodes
  const addresses = others.length === 0 ? [] : nodes.map((node) => `--node=127.0.0.1:${node}`)
  const env = { CATALOG_PORT: String(only) }
  const { stdout } = await runCli(['admin', 'deploy', 'nginx', ...addresses], { env })
  return stdout
    .replace(/listen .*/, `listen 127.0.0.1:${port};`)
    .replaceAll(/ssl_certificate.*/g, '')
}

function configure(folder: string, site: string): string {
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/pid;
    worker_rlimit_nofile 16384;
    events { worker_connections 8192; }
    http {
      log_format response '$status $sent_http_retry_after $request_method $request_uri';
      access_log ${folder}/responses response;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      ${site}
    }`
}

async function* readResponses(path: string): AsyncGenerator<LoggedResponse> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [status, retryAfter = '-', ...request] = line.split(' ')
    yield {
      status: Number(status),
      retryAfter: retryAfter === '-' ? null : retryAfter,
      request: request.join(' '),
    }
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer) return
    await pause(20)
  }
}
