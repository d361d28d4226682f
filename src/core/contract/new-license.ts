import { z } from 'zod'
import { optionalWebAddress, requiredText } from './text.ts'

const MAX_LICENSE_NAME = 100

/** What the administrator gives for a license; `name` is what imports refer to. */
export const newLicense = z.object({
  name: requiredText(MAX_LICENSE_NAME),
  display_name: requiredText(MAX_LICENSE_NAME * 2),
  permalink: optionalWebAddress.transform((address) => address ?? ''),
})

export type NewLicense = z.infer<typeof newLicense>
