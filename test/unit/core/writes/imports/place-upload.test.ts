import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PictureError } from '../../../../../src/core/imaging/picture-error.ts'
import { placeUpload } from '../../../../../src/core/writes/imports/place-upload.ts'
import { incomingKey, newVersion } from '../../../../../src/core/storage/keys.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

test('reports a failing disk without paths of the server', async () => {
  await using here = await openTestCatalog()
  const { catalog } = here
  const slotId = randomUUID()
  const file = join(here.folder, 'picture.jpg')
  await writeFile(file, 'a picture')
  await catalog.storage.putFile(file, incomingKey(slotId))
  const said = "The picture's files could not be read or written (EIO: i/o error, open '/srv/x')."
  const probe = () => Promise.reject(new PictureError('storage', said))
  const upload = {
    slotId,
    userId: 1,
    lease: 'lease',
    collectionId: 1,
    contentType: 'image/jpeg',
    imageId: 1,
    version: newVersion(),
    leftover: null,
  }
  const failing = { ...catalog, images: { ...catalog.images, probe } }
  await expect(placeUpload(failing, upload)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The file could not be checked: The storage of this server failed.',
    cause: { message: said },
  })
})
