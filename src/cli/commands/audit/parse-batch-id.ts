import { InvalidArgumentError } from '@commander-js/extra-typings'

/** The id of a batch, as the program writes it. */
export const BATCH_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/v

/** Parses the UUID of a batch. @throws InvalidArgumentError */
export function parseBatchId(text: string): string {
  const id = text.toLowerCase()
  if (BATCH_UUID.test(id)) return id
  throw new InvalidArgumentError('Must be the UUID of a batch in: catalog audit list')
}
