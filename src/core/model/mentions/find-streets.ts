/** A street in a text, with its house number if there is one. */
export interface StreetMention {
  /** As people would search for it: `East 42nd Street`. */
  name: string
  start: number
  end: number
}

const NUMBER = String.raw`(?:\d{1,5}[a-z]?(?:\s?[-–]\s?\d{1,5})?\s+)?`

/** `16-18 New Dorp Lane`, `W. 42nd St.`, `176th Street (East)`. */
const ENGLISH = `${NUMBER}(?:(?:\\p{Lu}(?:\\p{Ll}?\\.|[\\p{L}'’]*)\\s+){1,3}|(?:(?:East|West|North|South|[EWNS]\\.)\\s+)?\\d{1,3}(?:st|nd|rd|th)\\s+)(?:Street|St|Avenue|Ave|Road|Rd|Lane|Place|Boulevard|Blvd|Drive|Square|Alley|Court|Terrace|Parkway|Bridge)(?![\\p{L}])\\.?(?:\\s?\\((?:East|West|North|South)\\))?`

/** Streets without a word for what they are. */
const NAMED = `${NUMBER}Broadway(?!\\p{L})`

/** `Bäckerstraße 12`, `Alter Markt`. */
const GERMAN = String.raw`(?:\p{Lu}[\p{L}\-]{2,30}?(?:straße|strasse|str\.|gasse|platz|allee|weg|ufer|brücke|markt|damm|graben)|\p{Lu}[\p{L}\-]{2,30}\s+(?:Straße|Strasse|Str\.|Gasse|Platz|Allee|Ufer|Brücke|Markt|Damm|Graben))(?!\p{L})(?:\s+\d{1,4}[a-z]?(?!\p{L}))?`

/** `12, rue de la République`, `calle de Alcalá`. */
const ROMANCE = String.raw`(?:\d{1,4},?\s+)?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Qq]uai|[Pp]ont|[Cc]hemin|[Aa]llée|[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|[Pp]uente|[Cc]amino)\s+(?:(?:de|du|des|del|la|le|les|el|los|las)\s+|[dl]['’]){0,2}\p{Lu}[\p{L}'’\-]*(?:\s\p{Lu}[\p{L}'’\-]*){0,2}`

const STREET = new RegExp(`(?<![\\p{L}\\d])(?:${ENGLISH}|${NAMED}|${GERMAN}|${ROMANCE})`, 'gu')

const WINDS: Record<string, string> = { E: 'East', W: 'West', N: 'North', S: 'South' }

/** Finds the streets that a text names, in the order of the text. English, German, French and Spanish names are known. */
export function findStreets(text: string): StreetMention[] {
  return [...text.matchAll(STREET)].map(({ 0: found, index }) => ({
    name: normalizeName(found),
    start: index,
    end: index + found.length,
  }))
}

function normalizeName(found: string): string {
  return found
    .replaceAll(/\s+/gu, ' ')
    .replace(/(?<=\p{Ll}{3})\.$/u, '')
    .replace(/^(.*?)\s?\((East|West|North|South)\)$/u, '$2 $1')
    .replace(/^((?:\d\S*\s)?)([EWNS])\.(?=\s)/u, (_, number, wind) => `${number}${WINDS[wind]}`)
}
