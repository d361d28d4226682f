/** Permissions of a page besides the style sheets, fonts and pictures of its own server. */
export interface PagePolicy {
  /** Whether scripts enhance elements of the page. */
  isEnhanced?: boolean
  /** Origins of images besides the page's own. */
  imageSources?: readonly string[]
  /** Origins of what scripts fetch, besides the page's own. */
  connectSources?: readonly string[]
  /** Whether requests to other hosts contain the origin of the page, which some servers of maps require. */
  sendsOrigin?: boolean
  /** Omits `form-action`, which browsers also apply to redirects after a form, such as those to an app. */
  allowsFormRedirects?: boolean
  /** Whether other sites may show the page in a frame. */
  allowsFraming?: boolean | undefined
}

/** Allows nothing inline, no framing, and only own scripts (Content Security Policy Level 3). */
export function contentSecurityPolicy({
  isEnhanced = false,
  imageSources = [],
  connectSources = [],
  allowsFormRedirects = false,
  allowsFraming = false,
}: PagePolicy): string {
  return [
    "default-src 'none'",
    ...(isEnhanced
      ? ["script-src 'self'", ["connect-src 'self'", ...connectSources].join(' ')]
      : []),
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self'", ...imageSources].join(' '),
    ...(allowsFormRedirects ? [] : ["form-action 'self'"]),
    ...(allowsFraming ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
  ].join('; ')
}
