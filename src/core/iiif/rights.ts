/** The `rights` of Image API 3.0, 5.6, and of Presentation API 3.0, 3.1. */

const CREATIVE_COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses\/by(?:-nc)?(?:-nd|-sa)?\/[1-4]\.\d(?:\/(?:[a-z]{2}|igo|scotland))?|publicdomain\/(?:zero|mark)\/1\.0)(?:\/(?:(?:deed|legalcode)(?:\.[a-z-]+)?)?)?$/i

const RIGHTS_STATEMENT =
  /^https?:\/\/(?:www\.)?rightsstatements\.org\/(?:vocab|page)\/(InC|InC-OW-EU|InC-EDU|InC-NC|InC-RUU|NoC-CR|NoC-NC|NoC-OKLR|NoC-US|CNE|UND|NKC)\/1\.0\/?$/

/**
 * Finds the URI of a Creative Commons license or of a statement of RightsStatements.org. The specification requires the
 * URIs of their vocabularies, which start with `http:` and end with a slash.
 *
 * @param permalink the address of a license of this catalog
 * @returns undefined for other licenses, which must not appear as `rights`
 */
export function findRightsUri(permalink: string): string | undefined {
  const license = CREATIVE_COMMONS.exec(permalink)?.[1]
  if (license) return `http://creativecommons.org/${license.toLowerCase()}/`
  const statement = RIGHTS_STATEMENT.exec(permalink)?.[1]
  return statement && `http://rightsstatements.org/vocab/${statement}/1.0/`
}
