import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { invalid } from '../../core/base/errors.ts'

/**
 * Reads additional certificate authorities. NODE_EXTRA_CA_CERTS is read by Node.js itself.
 * @returns all trusted certificates, in PEM
 * @throws CatalogError kind `invalid` if the file cannot be read, or contains no certificate
 */
export function readTrustedCertificates(file: string): string[] {
  const text = readPem(file)
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw invalid('--ca-file', `${file} contains no certificate in PEM format`)
  }
  return [...getCACertificates('default'), text]
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw invalid('--ca-file', `cannot read ${file}: ${(error as Error).message}`)
  }
}
