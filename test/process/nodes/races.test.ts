import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIELDS, type ImportApi } from '../../support/import-api.ts'
import { openMovingAddress } from '../../support/moving-address.ts'
import { openSharedPlace, type SharedPlace } from '../../support/nodes.ts'
import {
  createPkce,
  exchange,
  isTokenValid,
  obtainCode,
  obtainTokens,
  refresh,
  registerApp,
  signedInBrowser,
} from '../../support/oauth.ts'
import { plain } from '../../support/pictures.ts'
import { postgresIsMissing } from '../../support/postgres.ts'
import { createSeed } from '../../support/seed.ts'
import { bearer, issueToken } from '../../support/tokens.ts'
import type { TestServer } from '../../support/test-server.ts'

const RACERS = 50

describe.skipIf(postgresIsMissing('postgis'))('requests to several nodes', () => {
  let place: SharedPlace
  let api: ImportApi
  let other: TestServer

  beforeAll(async () => {
    place = await openSharedPlace()
    api = await place.openImportApi()
    other = await place.startNode()
  })

  afterAll(() => place[Symbol.asyncDispose]())

  let pictures = 0
  const nextPicture = () =>
    plain(8, 8 + pictures++, [200, 90, 90])
      .jpeg()
      .toBuffer()

  function commitOn(node: TestServer, slot: { slot_id: string }, headers = {}): Promise<Response> {
    return node.fetch('/api/v2/import/commit/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...api.importer, ...headers },
      body: JSON.stringify({ slot_id: slot.slot_id, ...FIELDS }),
    })
  }

  /** Sends a request for each racer to both nodes in turn. */
  function race<T>(send: (node: TestServer) => Promise<T>, racers = RACERS): Promise<T[]> {
    const nodes = [api.server, other]
    return Promise.all(Array.from({ length: racers }, (_, index) => send(nodes[index % 2]!)))
  }

  const countStatuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  test('a slot of one node takes an upload to the other, and a commit on either', async () => {
    for (const node of [api.server, other]) {
      const slot = await api.requestSlot()
      const target = slot.upload_url.replace(api.server.baseUrl, other.baseUrl)
      const body = (await nextPicture()) as BodyInit
      const put = { method: 'PUT', headers: slot.upload_headers, body }
      expect((await other.fetch(target, put)).status).toBe(200)
      expect((await commitOn(node, slot)).status).toBe(201)
    }
  })

  test('one of a hundred commits of a slot creates an image', async () => {
    const slot = await api.uploadToNewSlot(await nextPicture())
    const answers = await race((node) => commitOn(node, slot), 100)
    expect([countStatuses(answers, 201), countStatuses(answers, 404)]).toEqual([1, 99])
  })

  test('commits with one idempotency key create one image', async () => {
    const slot = await api.uploadToNewSlot(await nextPicture())
    const answers = await race((node) => commitOn(node, slot, { 'Idempotency-Key': 'the-key' }))
    const created = answers.filter(({ status }) => status === 201)
    expect(created.length + countStatuses(answers, 409)).toBe(RACERS)
    const ids = await Promise.all(created.map(async (answer) => (await answer.json()).image_id))
    expect(new Set(ids).size).toBe(1)
  })

  test('a commit can be repeated at once if the answer to its claim was lost', async () => {
    await using address = await openMovingAddress()
    address.leadTo(place.postgres)
    await using node = await place.startNode({ databaseUrl: address.urlOf(place.databaseUrl) })
    const slot = await api.uploadToNewSlot(await nextPicture())
    const headers = { 'Idempotency-Key': 'lost' }
    address.loseCommitOf('idempotency_key')
    const lost = await commitOn(node, slot, headers)
    expect([lost.status, lost.headers.has('Retry-After')]).toEqual([503, true])
    expect((await commitOn(node, slot, headers)).status).toBe(201)
  })

  test('one exchange of a code succeeds, and the others revoke its tokens', async () => {
    const app = await registerApp(other)
    const { verifier, challenge } = createPkce()
    const code = await obtainCode(await signedInBrowser(api.server), app, challenge)
    const answers = await race((node) => exchange(node, app, { code, verifier }))
    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ body }) => body.error === 'invalid_grant')
    expect([won.length, lost.length]).toEqual([1, RACERS - 1])
    expect(await isTokenValid(other, won[0]!.body.access_token)).toBe(false)
  })

  test('refreshes in the grace period are on one chain, and a later one ends it', async () => {
    const { client, tokens } = await obtainTokens(api.server)
    const answers = await race((node) => refresh(node, client, tokens.refresh_token))
    expect(countStatuses(answers, 200)).toBe(RACERS)
    for (const { body } of answers) expect(await isTokenValid(other, body.access_token)).toBe(true)
    place.clock.advance(31)
    const late = await race((node) => refresh(node, client, tokens.refresh_token), 10)
    expect(new Set(late.map(({ body }) => body.error))).toEqual(new Set(['invalid_grant']))
    for (const { body } of answers)
      expect(await isTokenValid(api.server, body.access_token)).toBe(false)
  })

  test('of two staff members who change one record at the same time, one sees the conflict', async () => {
    const seed = createSeed(api.server)
    const staff = [
      await signedInBrowser(api.server, 'Grace'),
      await signedInBrowser(other, 'Alan'),
    ] as const
    for (const name of ['Grace', 'Alan']) await seed.staff(name)
    const source = await seed.source({ slug: 'edited' })
    const records: [path: string, button: string, field: string][] = [
      [`staff/sources/${source}/`, 'Save', 'description'],
      [`staff/collections/${await seed.collection({ source_id: source })}/`, 'Save', 'description'],
      [`staff/subjects/${await seed.subject({ slug: 'gate' })}/`, 'Save', 'description'],
      [`staff/licenses/${await seed.license()}/`, 'Save', 'display_name'],
      [`staff/images/${await seed.image()}/`, 'Save', 'description'],
      ['staff/settings/', 'Save: Name of the catalog', 'site_name'],
    ]
    for (const [path, button, field] of records)
      for (let round = 0; round < 10; round++) {
        const values = ['Grace', 'Alan'].map((name) => `${name} ${round} of ${path}`)
        const forms = await Promise.all(staff.map((browser) => browser.open(path)))
        const answers = await Promise.all(
          staff.map((browser, n) => browser.submit(forms[n]!, button, { [field]: values[n]! })),
        )
        const lost = answers.findIndex(({ status }) => status === 409)
        expect([answers[1 - lost]?.status, answers[lost]?.status], path).toEqual([200, 409])
        const { text } = await staff[0].open(path)
        expect(text, path).toContain(values[1 - lost]!)
        expect(text, path).not.toContain(values[lost]!)
      }
  })

  test('of two users who place an image that nobody had placed, one sees the other first', async () => {
    const seed = createSeed(api.server)
    const authorize = async (userId: number) =>
      bearer(await issueToken(api.server, { userId, scopes: ['contribute'] }))
    const users = [await seed.user({ created_at: 0 }), await seed.user({ created_at: 0 })]
    const headers = [await authorize(users[0]!), await authorize(users[1]!)]
    const collection_id = await seed.collection({
      source_id: await seed.source({ slug: 'placed' }),
    })
    for (let round = 0; round < 10; round++) {
      const image = await seed.image({ collection_id })
      const point = { image, latitude: 1, longitude: 2, confidence: 'high', previous: null }
      const answers = await Promise.all(
        [api.server, other].map((node, n) =>
          node.fetch('/api/v2/georeferences/', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...headers[n] },
            body: JSON.stringify(point),
          }),
        ),
      )
      const [made, late] = answers.toSorted((one, two) => one.status - two.status)
      expect([made?.status, late?.status]).toEqual([201, 409])
      const { id } = await made!.json()
      expect(await late!.json()).toMatchObject({ code: 'superseded', newest: { id } })
    }
  })

  test('a rate limit counts the requests to both nodes', async () => {
    const register = (node: TestServer) =>
      node.fetch('/api/v2/apps/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{',
      })
    expect((await register(api.server)).status).toBe(400)
    expect((await register(other)).status).toBe(429)
  })
})
