import { isLink } from '../../core/model/text.ts'
import type { HttpResponse } from './transport.ts'

/** Reads the address of the license that an instance links to. Undefined without one. */
export function readLicenseLink({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  const [, address = ''] = /<([^<>]*)>\s*;\s*rel="?license"?/v.exec(headers['link'] ?? '') ?? []
  return isLink(address) ? address : undefined
}
