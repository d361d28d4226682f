import { expect, test } from 'vitest'
import { importCommit } from '../../../src/core/contract/import.ts'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { replaceImage } from '../../../src/core/writes/images/replace-image.ts'
import { commitImport } from '../../../src/core/writes/imports/commit-import.ts'
import { runUseCase } from '../../../src/core/writes/run/run-use-case.ts'
import { readResponse, FIELDS, importerOf, openImportApi } from '../../support/import-api.ts'
import { deflatedZeros } from '../../support/corpus/png-file.ts'
import { plain, pngBomb, pngChunk, RED, largeProgressiveJpeg } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'
import { readRows } from '../../support/rows.ts'

const NOT_FOUND = { error: 'Import slot not found or does not belong to you.' }
const NO_SLOT = { ...NOT_FOUND, code: 'slot_not_found' }
const SOME_ID = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'

const IMPORTER = 1001
const DAY = 24 * 60 * 60

const jpeg = await plain(8, 8, RED).jpeg().toBuffer()

test('rejects callers other than importers before it reads the body', async () => {
  await using api = await openImportApi()
  const guest = bearer(await issueToken(api.server, { userId: 3, scopes: ['import'] }))
  const reader = bearer(await issueToken(api.server, { userId: 4, staff: true }))
  expect(await readResponse(await api.commitBody('{', {}))).toEqual([
    401,
    { detail: expect.any(String) },
  ])
  expect((await api.commitBody('{', reader)).status).toBe(403)
  expect(await readResponse(await api.commitBody('{', guest))).toEqual([
    403,
    { detail: expect.any(String) },
  ])
})

test('rejects a body that is not a JSON object', async () => {
  await using api = await openImportApi()
  expect(await readResponse(await api.commitBody('{'))).toEqual([
    400,
    { detail: expect.stringContaining('JSON parse error') },
  ])
  expect(await readResponse(await api.commitBody([]))).toEqual([
    400,
    { non_field_errors: [expect.any(String)] },
  ])
  const form = { ...api.importer, 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await api.commitBody('title=x', form)).status).toBe(415)
})

test('reports every required field that is missing, null or blank', async () => {
  await using api = await openImportApi()
  const required = ['This field is required.']
  const fields = { title: required, original_date: required, edtf_date: required }
  for (const empty of [undefined, null, '', '  ']) {
    const body = { slot_id: empty, title: empty, original_date: empty, edtf_date: empty }
    expect(await readResponse(await api.commitBody(body))).toEqual([
      400,
      { slot_id: required, ...fields },
    ])
  }
})

test('reports malformed values and unknown names together', async () => {
  await using api = await openImportApi()
  await api.seed.subject({ slug: 'town-hall' })
  const body = {
    slot_id: 'nonsense',
    title: 'x'.repeat(501),
    original_date: 1905,
    edtf_date: 'around 1905',
    source_url: 'javascript:alert(1)',
    creator: 'x'.repeat(101),
    reference_id: 'a\0b',
    license_name: 'No Such License',
    rotation: 45,
    mirror: 'x',
    subjects: ['town-hall', 'nowhere', 'nowhere', 'neither'],
  }
  expect(await readResponse(await api.commitBody(body))).toEqual([
    400,
    {
      slot_id: ['Must be a valid UUID.'],
      title: ['Ensure this field has no more than 500 characters.'],
      original_date: ['Not a valid string.'],
      edtf_date: [expect.stringMatching(/^Invalid EDTF date: .+/)],
      source_url: ['Enter a valid URL.'],
      creator: ['Ensure this field has no more than 100 characters.'],
      reference_id: ['Null characters are not allowed.'],
      license_name: ["License 'No Such License' is not recognized."],
      rotation: [expect.stringContaining('"45" is not a valid choice.')],
      mirror: [expect.stringContaining('"x" is not a valid choice.')],
      subjects: [
        'Object with slug=nowhere does not exist.',
        'Object with slug=neither does not exist.',
      ],
    },
  ])
})

test('counts the limits of texts in characters, not in UTF-16 units', async () => {
  await using api = await openImportApi()
  const limits = { title: 500, original_date: 50, creator: 100, reference_id: 100 }
  for (const [field, most] of Object.entries(limits)) {
    const ask = async (text: string) =>
      readResponse(await api.commit({ slot_id: SOME_ID }, { [field]: text }))
    expect(await ask('𝄞'.repeat(most))).toEqual([404, NO_SLOT])
    expect(await ask('𝄞'.repeat(most + 1))).toEqual([
      400,
      { [field]: [`Ensure this field has no more than ${most} characters.`] },
    ])
  }
})

test('rejects values of the wrong type with a message', async () => {
  await using api = await openImportApi()
  const wrong: [field: string, value: unknown, message: string][] = [
    ['rotation', '90 degrees', 'A valid integer is required.'],
    ['rotation', 90.5, 'A valid integer is required.'],
    ['rotation', '360', '"360" is not a valid choice. Choose one of: 0, 90, 180, 270.'],
    ['mirror', 'H', '"H" is not a valid choice. Choose one of: none, h, v.'],
    ['subjects', 'town-hall', 'Expected a list of items.'],
    ['subjects', [1, 2], 'Invalid value.'],
    ['source_url', 'example.org/1', 'Enter a valid URL.'],
    ['source_url', 'ftp://example.org/1', 'Enter a valid URL.'],
    ['description', '\ud800', 'Surrogate characters are not allowed.'],
    ['edtf_date', '1905-13', expect.stringMatching(/^Invalid EDTF date: .+/)],
  ]
  for (const [field, value, message] of wrong) {
    const answer = await api.commit({ slot_id: SOME_ID }, { [field]: value })
    expect(await readResponse(answer)).toEqual([400, { [field]: [message] }])
  }
})

test('answers 404 for a slot that is unknown, expired or another user’s', async () => {
  await using api = await openImportApi()
  const other = bearer(await issueToken(api.server, { userId: 7, staff: true, scopes: ['import'] }))
  const slot = await api.uploadToNewSlot(jpeg)
  expect(await readResponse(await api.commit({ slot_id: SOME_ID }))).toEqual([404, NO_SLOT])
  const stolen = await api.commitBody({ slot_id: slot.slot_id, ...FIELDS }, other)
  expect(await readResponse(stolen)).toEqual([404, NO_SLOT])
  api.server.clock.advance(15 * 60)
  expect(await readResponse(await api.commit(slot))).toEqual([
    404,
    { ...NOT_FOUND, code: 'slot_expired' },
  ])
  expect(await readRows(api.server, 'image')).toEqual([])
})

test('tells only the owner of a slot what became of it, for thirty days', async () => {
  await using api = await openImportApi({ accessTokenSeconds: String(40 * DAY) })
  const { catalog, clock } = api.server
  const stranger = bearer(
    await issueToken(api.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  const [used, canceled, expired, held] = [
    await api.uploadToNewSlot(jpeg),
    await api.uploadToNewSlot(jpeg),
    await api.uploadToNewSlot(jpeg),
    await api.uploadToNewSlot(jpeg),
  ]
  const refusals = async (headers = api.importer) => {
    const answers = []
    for (const { slot_id } of [used, canceled, expired, held]) {
      const [status, body] = await readResponse(
        await api.commitBody({ slot_id, ...FIELDS }, headers),
      )
      const { error, ...rest } = body as { error: string }
      expect([status, error]).toEqual([404, NOT_FOUND.error])
      answers.push(rest)
    }
    return answers
  }
  expect((await api.commit(used)).status).toBe(201)
  await api.cancel([canceled.slot_id])
  const lease = { lease: 'another process', leased_until: clock.now() + 60_000_000 }
  await api.seed.changeSlot(expired.slot_id, { expires_at: clock.now() })
  await api.seed.changeSlot(held.slot_id, lease)
  const told = [{ code: 'slot_consumed', image_id: 1 }, { code: 'slot_cancelled' }]
  const nothing = Array.from({ length: 4 }, () => ({ code: 'slot_not_found' }))
  const open = [{ code: 'slot_expired' }, { code: 'slot_in_use' }]
  expect(await refusals()).toEqual([...told, ...open])
  // A commit that began in time continues after its slot expires, and may still make an image.
  await api.seed.changeSlot(held.slot_id, { expires_at: clock.now() })
  expect(await refusals()).toEqual([...told, ...open])
  expect(await refusals(stranger)).toEqual(nothing)

  clock.advance(30 * DAY)
  await reapSlots(catalog)
  expect(await refusals()).toEqual([...told, { code: 'slot_expired' }, { code: 'slot_expired' }])
  clock.advance(DAY)
  await reapSlots(catalog)
  expect(await refusals()).toEqual(nothing)
})

test('refuses a progressive JPEG that needs too much memory, and says how to save it', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(await largeProgressiveJpeg(20_000, 20_000))
  const limit = 'with its color sampling, the limit is 314'
  expect(await readResponse(await api.commit(slot))).toEqual([
    400,
    {
      slot_id: [
        `The file is a progressive JPEG of 400 megapixels; ${limit}. Save it as a baseline JPEG or a TIFF.`,
      ],
    },
  ])
  await api.upload(slot, jpeg)
  expect((await api.commit(slot)).status).toBe(201)
})

test('rejects commits and replacements of users who lose their rights while the file is stored', async () => {
  await using api = await openImportApi()
  const { catalog } = api.server
  const image = await api.seed.image({ collection_id: api.collection })
  await api.seed.file(image, jpeg)
  const [first, second] = [await api.uploadToNewSlot(jpeg), await api.uploadToNewSlot(jpeg)]
  const setStaff = (is_staff: 0 | 1) =>
    catalog.write((tx) =>
      tx.updateTable('user').set({ is_staff }).where('id', '=', IMPORTER).execute(),
    )
  const storage = {
    ...catalog.storage,
    async digest(key: string) {
      await setStaff(0)
      return catalog.storage.digest(key)
    },
  }
  const failing = { ...catalog, storage }
  const actor = importerOf(IMPORTER)
  const commit = importCommit.parse({ ...FIELDS, slot_id: first.slot_id })
  await expect(runUseCase(failing, commitImport, { actor, request: commit })).rejects.toMatchObject(
    { kind: 'forbidden' },
  )
  expect(await readRows(api.server, 'image')).toHaveLength(1)
  await setStaff(1)
  const input = { slot_id: second.slot_id }
  const replacement = { ...input, imageId: image }
  await expect(
    runUseCase(failing, replaceImage, { actor, request: replacement }),
  ).rejects.toMatchObject({ kind: 'forbidden' })
  await setStaff(1)
  expect((await api.commit(first)).status).toBe(201)
  expect((await api.replace(image, input)).status).toBe(200)
})

test('rejects a commit without an upload, and accepts it after the upload', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  expect(await readResponse(await api.commit(slot))).toEqual([
    409,
    { error: 'Image has not been uploaded to object storage yet.', code: 'not_uploaded' },
  ])
  await api.upload(slot, jpeg)
  expect((await api.commit(slot)).status).toBe(201)
})

test('rejects a file that is not an image of the slot’s type, and keeps the slot open', async () => {
  await using api = await openImportApi({ maxPixels: '1000000' })
  const png = await plain(8, 8, RED).png().toBuffer()
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflatedZeros(50e6)])
  const texts = Array<Buffer>(50).fill(pngChunk('zTXt', text))
  const slot = await api.requestSlot('image/png')
  const wrong: [Uint8Array, RegExp][] = [
    [Buffer.from('<script>alert(1)</script>'), /not a picture/],
    [Buffer.alloc(0), /empty/],
    [jpeg, /JPEG picture but was announced as image\/png/],
    [pngBomb(30_000, 30_000), /more pixels/],
    [Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]), /more than 64 MiB/],
  ]
  for (const [bytes, sentence] of wrong) {
    await api.upload(slot, bytes)
    expect(await readResponse(await api.commit(slot))).toEqual([
      400,
      { slot_id: [expect.stringMatching(sentence)] },
    ])
  }
  await api.upload(slot, png)
  const [status, body] = await readResponse(await api.commit(slot))
  expect([status, body]).toEqual([201, { image_id: 1 }])
})
