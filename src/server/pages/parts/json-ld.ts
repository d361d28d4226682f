import { html, trusted, type Html } from '../../../core/base/html.ts'

/** The `@context` of schema.org's vocabulary. */
export const SCHEMA_ORG = 'https://schema.org'

/** Embeds a JSON-LD document (JSON-LD 1.1, section 7). Browsers do not run it, so that the policy allows it. */
export function renderJsonLd(document: object): Html {
  const text = JSON.stringify(document).replaceAll('<', String.raw`\u003c`)
  return html`<script type="application/ld+json">
    ${trusted(text)}
  </script>`
}
