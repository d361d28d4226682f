import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

export const NGINX = '/usr/sbin/nginx'

/** A reverse proxy in front of nodes. */
export interface Proxy extends AsyncDisposable {
  readonly url: string
}

/** Starts nginx on a port, in front of nodes on other ports. While no node answers, it responds with 503 and Retry-After. */
export async function startNginx(port: number, nodes: readonly number[]): Promise<Proxy> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nginx-'))
  const main = join(folder.path, 'nginx.conf')
  await writeFile(main, configure(folder.path, port, nodes))
  const server = spawn(NGINX, ['-e', 'stderr', '-c', main], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
      await folder.remove()
    },
  }
}

function configure(folder: string, port: number, nodes: readonly number[]): string {
  const servers = nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;`)
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/pid;
    worker_rlimit_nofile 16384;
    events { worker_connections 8192; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      client_max_body_size 0;
      upstream nodes { ${servers.join(' ')} }
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_connect_timeout 5s;
          proxy_read_timeout 600s;
          error_page 502 504 =503 @unavailable;
        }
        location @unavailable {
          add_header Retry-After 1 always;
          return 503;
        }
      }
    }`
}

async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer) return
    await pause(20)
  }
}
