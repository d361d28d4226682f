import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserIsMissing, shareChromium } from '../support/chromium.ts'
import { authorizePath, createPkce, exchange, registerApp } from '../support/oauth.ts'
import { startTestServer } from '../support/test-server.ts'

/** Listens on a loopback address as an app that waits for the redirect. */
async function listenAsApp() {
  const server = createServer((request, response) => {
    response.end('<!doctype html><title>Done</title>You may close this window.')
    if (request.url?.startsWith('/callback')) server.emit('answered', request.url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return {
    redirectUri,
    answered: once(server, 'answered').then(([url]) => new URL(String(url), redirectUri)),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Lists obstacles for phones and keyboards. */
async function findObstacles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
      found.push('wider than the screen')
    if (document.documentElement.lang === '') found.push('no language')
    if (document.querySelectorAll('h1').length !== 1) found.push('not exactly one h1')
    for (const input of document.querySelectorAll('input:not([type=hidden])'))
      if ((input as HTMLInputElement).labels?.length !== 1)
        found.push(`no label: ${input.outerHTML}`)
    for (const button of document.querySelectorAll('button:not(.link), a.button'))
      if (button.getBoundingClientRect().height < 44) found.push(`too small: ${button.outerHTML}`)
    return found
  })
}

describe.skipIf(browserIsMissing())('in a real browser', { timeout: 60_000 }, () => {
  test('signs in, consents, and redirects to a loopback app that gets its tokens', async () => {
    await using server = await startTestServer()
    await using listening = await listenAsApp()
    const app = await registerApp(server, { redirectUris: ['http://127.0.0.1/callback'] })
    const { verifier, challenge } = createPkce()
    const redirect_uri = listening.redirectUri
    const chromium = await shareChromium()
    await using context = await chromium.newContext({ viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    const path = authorizePath(app, challenge, { redirect_uri, scope: 'read import' })
    await page.goto(`${server.baseUrl}/${path}`)
    expect(await findObstacles(page)).toEqual([])
    await page.getByLabel('Username').fill('Ada')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow this app to access your account?' }).waitFor()
    expect(await findObstacles(page)).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    const answer = await listening.answered
    expect(answer.searchParams.get('state')).toBe('the-state')
    const code = answer.searchParams.get('code')!
    const { status } = await exchange(server, app, { code, verifier, redirect_uri })
    expect([status, complaints]).toEqual([200, []])
  })

  test('redirects to the app without scripts, after Cancel and with remembered consent', async () => {
    await using server = await startTestServer()
    await using canceled = await listenAsApp()
    await using allowed = await listenAsApp()
    await using remembered = await listenAsApp()
    const app = await registerApp(server, { redirectUris: ['http://127.0.0.1/callback'] })
    const { challenge } = createPkce()
    const pathFor = (redirect_uri: string): string =>
      `${server.baseUrl}/${authorizePath(app, challenge, { redirect_uri })}`
    const chromium = await shareChromium()
    await using context = await chromium.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(pathFor(canceled.redirectUri))
    await page.getByLabel('Username').fill('Ada')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await canceled.answered).searchParams.get('error')).toBe('access_denied')
    await page.goto(pathFor(allowed.redirectUri))
    await page.getByRole('button', { name: 'Allow' }).click()
    expect((await allowed.answered).searchParams.has('code')).toBe(true)
    await context.clearCookies()
    // With remembered consent the sign-in form itself redirects to the app.
    await page.goto(pathFor(remembered.redirectUri))
    await page.getByRole('button', { name: 'Ada' }).click()
    expect((await remembered.answered).searchParams.has('code')).toBe(true)
  })
})
