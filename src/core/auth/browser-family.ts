/** The first that fits counts: most browsers also name those that they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A browser as coarsely as a person needs it to know their own: `Firefox on Linux`. Nothing else of the
 * User-Agent is kept.
 */
export function browserFamily(userAgent: string | undefined): string {
  const browser = firstMatch(BROWSERS, userAgent) ?? 'A browser'
  const system = firstMatch(SYSTEMS, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}

function firstMatch(known: [RegExp, string][], userAgent = ''): string | undefined {
  // Long enough for any real one; the rest is not worth the time.
  const text = userAgent.slice(0, 500)
  return known.find(([pattern]) => pattern.test(text))?.[1]
}
