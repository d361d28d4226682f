import { z } from 'zod'
import { MAX_LICENSE_NAME } from '../limits.ts'
import { optionalWebAddress, requiredText } from './text.ts'

/** A license that an administrator adds. Imports refer to it by `name`. */
export const newLicense = z.object({
  name: requiredText(MAX_LICENSE_NAME),
  display_name: requiredText(MAX_LICENSE_NAME),
  permalink: optionalWebAddress.transform((address) => address ?? ''),
})

export type NewLicense = z.infer<typeof newLicense>

/** Members of a license to change. Absent members stay unchanged; a blank `permalink` is cleared. */
export const licenseEdit = newLicense.partial()

export type LicenseEdit = z.infer<typeof licenseEdit>
