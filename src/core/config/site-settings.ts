import { statSync } from 'node:fs'
import { join } from 'node:path'
import { invalidFields } from '../base/errors.ts'
import { LANGUAGES, type Language } from '../base/languages.ts'
import { MAX_FOOTER_LINKS, MAX_LOGO_BYTES, MAX_SITE_TEXT } from '../base/limits.ts'
import { isLink } from '../model/text.ts'
import { contributionsLicense } from './contributions-license.ts'
import { choice, parseJson, url, type Parse, type Setting } from './setting-types.ts'
import { createTranslated, type Translated } from './translated.ts'

export interface FooterLink {
  title: Translated
  /** An http, https or mailto address. */
  url: string
}

/** The files of the data directory that a logo can be in, with their types. */
export const LOGO_TYPES = {
  'logo.svg': 'image/svg+xml',
  'logo.png': 'image/png',
  'logo.webp': 'image/webp',
  'logo.jpg': 'image/jpeg',
} as const

export type LogoFile = keyof typeof LOGO_TYPES

export const LOGO_FILES = Object.keys(LOGO_TYPES) as LogoFile[]

/** The texts in Markdown, each on a page of its own. */
export const SITE_TEXTS = ['about', 'imprint', 'privacy', 'contact'] as const

export type SiteTextName = (typeof SITE_TEXTS)[number]

const translated = createTranslated(MAX_SITE_TEXT)

const language: Setting<Language> = {
  env: 'CATALOG_LANGUAGE',
  meaning: 'language for visitors whose browsers ask for none of the languages of the pages',
  parse: choice(...LANGUAGES),
  fallback: 'en',
  hasFlag: false,
}

/** Settings of the community's site. They have no flags, since texts are too long for these. */
export const SITE_SETTINGS = {
  language,
  tagline: siteSetting('CATALOG_TAGLINE', 'line below the name on the home page', translated),
  logo: siteSetting(
    'CATALOG_LOGO',
    `picture before the name, a file in the data directory: ${LOGO_FILES.join(', ')}`,
    choice(...LOGO_FILES),
  ),
  about: siteText('about', 'the catalog and its community'),
  imprint: siteText('imprint', 'the person or body responsible for the site'),
  privacy: siteText('privacy', 'the personal data that the site keeps'),
  contact: siteText('contact', 'ways to reach the community'),
  footerLinks: siteSetting(
    'CATALOG_FOOTER_LINKS',
    `at most ${MAX_FOOTER_LINKS} links below all pages, each with title and url`,
    footerLinks,
  ),
  contributionsLicense: siteSetting(
    'CATALOG_CONTRIBUTIONS_LICENSE',
    'license of contributions: a name such as CC0-1.0, or a title and url (default: none)',
    contributionsLicense,
  ),
  publishedUrl: siteSetting(
    'CATALOG_PUBLISHED_URL',
    'public address of what catalog publish writes, for search engines of data (default: none)',
    url,
  ),
}

function siteSetting<T>(env: string, meaning: string, parse: Parse<T>): Setting<T | null> {
  return { env, meaning, parse, fallback: null, hasFlag: false }
}

function siteText(name: SiteTextName, subject: string): Setting<Translated | null> {
  const meaning = `${subject}, in Markdown, at /${name}/`
  return siteSetting(`CATALOG_${name.toUpperCase()}`, meaning, translated)
}

function footerLinks(given: unknown): readonly FooterLink[] {
  const links = parseJson(given)
  if (!Array.isArray(links) || links.length > MAX_FOOTER_LINKS || !links.every(isFooterLink))
    throw new Error(
      `should be a list of at most ${MAX_FOOTER_LINKS} links such as {title = "Blog", url = "https://blog.example.org/"}`,
    )
  return links.map(({ title, url }) => ({ title: translated(title), url }))
}

function isFooterLink(given: unknown): given is FooterLink {
  const { title, url } = (given ?? {}) as Record<string, unknown>
  return typeof url === 'string' && isSiteLink(url) && title !== undefined
}

/** Whether texts and the footer may link to an address. */
export function isSiteLink(url: string): boolean {
  return isLink(url) || /^mailto:[^\s]+@[^\s]+$/v.test(url)
}

/**
 * Checks the file of the logo. Only a server that starts needs it.
 * @param origins what names the setting in the error
 * @throws CatalogError kind `invalid`
 */
export function requireLogo({ config: { data, logo }, origins }: LogoSettings): void {
  // The demonstration copies its logo before it accepts connections.
  if (logo === null || origins.logo === 'default') return
  const size = statSync(join(data, logo), { throwIfNoEntry: false })?.size
  if (size === undefined)
    throw invalidFields({ [origins.logo]: [`is ${logo}, but ${data} has no such file`] })
  if (size > MAX_LOGO_BYTES)
    throw invalidFields({
      [origins.logo]: [`is a file of ${size} bytes; at most ${MAX_LOGO_BYTES} are shown`],
    })
}

interface LogoSettings {
  config: { data: string; logo: LogoFile | null }
  origins: { logo: string }
}
