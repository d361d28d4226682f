import { expect, test } from 'vitest'
import hostile from '../../../fixtures/redirect-uris/hostile.json' with { type: 'json' }
import { createBrowser } from '../../support/browser.ts'
import { authorizePath, createPkce, registerApp } from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'

const { never_registered, never_answered } = hostile

test('rejects a registration with a hostile redirect URI, also among valid ones', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  for (const [index, { uri, reason }] of never_registered.entries()) {
    const response = await server.fetch('/api/v2/apps/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${index}` },
      body: JSON.stringify({ name: 'Hostile', redirect_uris: ['https://app.example.org/', uri] }),
    })
    const answer = (await response.json()) as { error: string }
    expect([response.status, answer.error], `${reason}: ${uri}`).toEqual([
      400,
      'invalid_redirect_uri',
    ])
  }
  expect(await readRows(server, 'oauth_client')).toEqual([])
})

test('never redirects to a hostile redirect URI', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { redirectUris: never_answered.registered })
  const browser = createBrowser(server.baseUrl)
  const { challenge } = createPkce()
  for (const { uri, reason } of [...never_answered.asked, ...never_registered]) {
    const page = await browser.open(authorizePath(app, challenge, { redirect_uri: uri }))
    expect([page.status, page.headers.get('location')], `${reason}: ${uri}`).toEqual([400, null])
  }
})
