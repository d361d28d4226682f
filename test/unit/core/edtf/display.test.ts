import { describe, expect, test } from 'vitest'
import { displayDate, displayEdtf } from '../../../../src/core/edtf/display.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'

const FORMS: Record<string, [text: string, shown: string][]> = {
  'years, months and days': [
    ['1912', '1912'],
    ['1912-05', 'May 1912'],
    ['1956-09-03', '3 September 1956'],
    ['0079-08-24', '24 August 79 AD'],
    ['0000', '1 BC'],
    ['-0043-03-15', '15 March 44 BC'],
  ],
  'a whole date that is not sure': [
    ['1920~', 'c. 1920'],
    ['~1920', 'c. 1920'],
    ['1920?', '1920?'],
    ['1920%', 'c. 1920?'],
    ['2004-06-11%', 'c. 11 June 2004?'],
  ],
  'components that are not equally sure': [
    ['2004-06~-11', '11 June 2004 (month and year approximate)'],
    ['?2004-06-~11', '11 June 2004 (day approximate; year uncertain)'],
    ['2004-%06-11', '11 June 2004 (month uncertain and approximate)'],
    ['?1900-05', 'May 1900 (year uncertain)'],
  ],
  'decades, centuries and other unspecified years': [
    ['189X', '1890s'],
    ['190X~', 'c. 1900s'],
    ['018X', '180s AD'],
    ['000X', '1 BC – 9 AD'],
    ['18XX?', '19th century?'],
    ['20XX', '21st century'],
    ['1XXX', '2nd millennium'],
    ['19X5', '19?5'],
    ['X970', '970 AD – 9970'],
    ['-156X', '1570 BC – 1561 BC'],
    ['-1X55', '1956 BC – 1056 BC'],
    ['XXXX', 'Unknown date'],
    ['XXXX-XX-XX~', 'Unknown date'],
  ],
  'unspecified months and days': [
    ['1956-XX', '1956 (month unknown)'],
    ['1956-XX-XX', '1956 (month and day unknown)'],
    ['1956-XX~', 'c. 1956 (month unknown)'],
    ['1956-09-XX', 'September 1956 (day unknown)'],
    ['1560-XX-25', 'day 25 of an unknown month in 1560'],
    ['15XX-XX-25', 'day 25 of an unknown month in the 16th century'],
    ['XXXX-XX-25', 'day 25 of an unknown month and year'],
    ['156X-12-25', '25 December in the 1560s'],
    ['1XXX-12', 'December in the 2nd millennium'],
    ['19X5-05', 'May 19?5'],
    ['XXXX-12', 'December of an unknown year'],
    ['-XXXX-12', 'December of an unknown year BC'],
    ['XXXX-12-XX', 'December of an unknown year (day unknown)'],
    ['1984-1X', 'October–December 1984'],
    ['1984-X1', 'January or November 1984'],
    ['1984-1X-25', '25 October, November or December 1984'],
    ['1956-02-2X', '20–29 February 1956'],
    ['1957-02-2X', '20–28 February 1957'],
    ['1956-09-X5', '5, 15 or 25 September 1956'],
    ['1956-09-3X', '30 September 1956'],
  ],
  'seasons and parts of years': [
    ['1931-21', 'spring 1931'],
    ['1931-24~', 'c. winter 1931'],
    ['?1931-22', 'summer 1931 (year uncertain)'],
    ['193X-23', 'autumn in the 1930s'],
    ['XXXX-22', 'summer of an unknown year'],
    ['1931-28', 'winter 1931 (northern hemisphere)'],
    ['1931-30?', 'summer 1931? (southern hemisphere)'],
    ['1931-33', '1st quarter of 1931'],
    ['1931-39', '3rd third of 1931'],
    ['193X-41', '2nd half of a year in the 1930s'],
    ['XXXX-33', '1st quarter of an unknown year'],
  ],
  'years in numbers': [
    ['Y19000', 'year 19,000'],
    ['Y-170000002', 'year −170,000,002'],
    ['Y-17E7~', 'c. year −170,000,000'],
    ['Y1E3', '1000'],
    ['Y17E20', 'year 17 × 10^20'],
    ['Y-12345678901234567890', 'year −12345678901234567890'],
    ['1950S2', 'c. 1950 (1900–1999)'],
    ['1950S4', '1950'],
    ['-1950S2', 'c. 1951 BC (2000 BC – 1901 BC)'],
    ['Y3388E2S3', 'c. year 338,800 (338,000–338,999)'],
  ],
  'times of day': [
    ['1985-04-12T23:20:30', '12 April 1985, 23:20:30'],
    ['1985-04-12T23:20:30Z', '12 April 1985, 23:20:30 UTC'],
    ['1985-04-12T23:20:30-04', '12 April 1985, 23:20:30 UTC−04'],
    ['1985-04-12T23:20:30+04:30', '12 April 1985, 23:20:30 UTC+04:30'],
  ],
  intervals: [
    ['1900/1910', '1900–1910'],
    ['1900-05/1910-02-03', 'May 1900 – 3 February 1910'],
    ['1900~/1910?', 'c. 1900 – 1910?'],
    ['188X/1892', '1880s–1892'],
    ['../1906', 'before 1906'],
    ['../1906-05~', 'before c. May 1906'],
    ['1906/..', 'after 1906'],
    ['/1906', 'from an unknown date to 1906'],
    ['1906/', 'from 1906 to an unknown date'],
    ['../..', 'Unknown date'],
    ['/', 'Unknown date'],
    ['XXXX/1910', 'an unknown date – 1910'],
  ],
  sets: [
    ['[..1906]', '1906 or earlier'],
    ['[1906..]', '1906 or later'],
    ['{..1906}', '1906 and earlier'],
    ['{1906..}', '1906 and later'],
    ['[1910..1915]', 'between 1910 and 1915'],
    ['{1910..1915}', 'all of 1910–1915'],
    ['[1667,1668,1670..1672]', '1667, 1668 or 1670–1672'],
    ['{1960,1961-12}', '1960 and December 1961'],
    ['[..1760,1770~,1780..]', '1760 or earlier, c. 1770 or 1780 or later'],
  ],
}

describe.each(Object.entries(FORMS))('%s', (_, rows) => {
  test.each(rows)('formats %s as "%s"', (text, shown) => {
    expect(displayEdtf(parseEdtf(text))).toBe(shown)
  })
})

const TRANSLATIONS: [text: string, german: string, french: string, spanish: string][] = [
  ['1912', '1912', '1912', '1912'],
  ['1912-05', 'Mai 1912', 'mai 1912', 'mayo de 1912'],
  ['1956-09-01', '1. September 1956', '1er septembre 1956', '1 de septiembre de 1956'],
  ['-0043', '44 v. Chr.', '44 av. J.-C.', '44 a. C.'],
  ['1920~', 'um 1920', 'vers 1920', 'hacia 1920'],
  ['1920%', 'um 1920?', 'vers 1920\u202F?', 'hacia 1920?'],
  ['1912-05~', 'ca. Mai 1912', 'vers mai 1912', 'hacia mayo de 1912'],
  ['1912-05-03~', 'ca. 3. Mai 1912', 'vers le 3 mai 1912', 'hacia el 3 de mayo de 1912'],
  ['189X', '1890er Jahre', 'années 1890', 'década de 1890'],
  ['189X~', 'ca. 1890er Jahre', 'vers les années 1890', 'hacia la década de 1890'],
  ['18XX', '19. Jahrhundert', 'XIXe siècle', 'siglo XIX'],
  ['19X5~', 'ca. 19?5', 'vers 19?5', 'hacia 19?5'],
  [
    '156X-12',
    'Dezember in den 1560er Jahren',
    'décembre dans les années 1560',
    'diciembre de la década de 1560',
  ],
  ['15XX-12', 'Dezember im 16. Jahrhundert', 'décembre au XVIe siècle', 'diciembre del siglo XVI'],
  [
    'XXXX-12',
    'Dezember eines unbekannten Jahres',
    'décembre d’une année inconnue',
    'diciembre de un año desconocido',
  ],
  [
    '1956-XX-XX',
    '1956 (Monat und Tag unbekannt)',
    '1956 (mois et jour inconnus)',
    '1956 (mes y día desconocidos)',
  ],
  [
    '?1900-05',
    'Mai 1900 (Jahr unsicher)',
    'mai 1900 (année incertaine)',
    'mayo de 1900 (año dudoso)',
  ],
  ['1984-X1', 'Januar oder November 1984', 'janvier ou novembre 1984', 'enero o noviembre de 1984'],
  ['1956-02-2X', '20.–29. Februar 1956', '20–29 février 1956', '20–29 de febrero de 1956'],
  ['1931-21', 'Frühling 1931', 'printemps 1931', 'primavera de 1931'],
  [
    '1931-28',
    'Winter 1931 (Nordhalbkugel)',
    'hiver 1931 (hémisphère nord)',
    'invierno de 1931 (hemisferio norte)',
  ],
  ['1931-33', '1. Quartal 1931', '1er trimestre 1931', '1.er trimestre de 1931'],
  [
    '193X-41',
    '2. Halbjahr eines Jahres in den 1930er Jahren',
    '2e semestre d’une année dans les années 1930',
    '2.º semestre de un año de la década de 1930',
  ],
  ['Y19000', 'Jahr 19.000', 'année 19\u202F000', 'año 19\u202F000'],
  [
    '1985-04-12T23:20:30Z',
    '12. April 1985, 23:20:30 UTC',
    '12 avril 1985, 23:20:30 UTC',
    '12 de abril de 1985, 23:20:30 UTC',
  ],
  ['../1906', 'vor 1906', 'avant 1906', 'antes de 1906'],
  ['../1906~', 'vor ca. 1906', 'avant 1906 environ', 'antes de 1906 aprox.'],
  ['1906-05-03/..', 'nach dem 3. Mai 1906', 'après le 3 mai 1906', 'después del 3 de mayo de 1906'],
  ['../189X', 'vor den 1890er Jahren', 'avant les années 1890', 'antes de la década de 1890'],
  ['../18XX', 'vor dem 19. Jahrhundert', 'avant le XIXe siècle', 'antes del siglo XIX'],
  ['1931-23/..', 'nach dem Herbst 1931', 'après l’automne 1931', 'después del otoño de 1931'],
  ['../1931-22', 'vor dem Sommer 1931', 'avant l’été 1931', 'antes del verano de 1931'],
  ['/1906', 'Beginn unbekannt – 1906', 'début inconnu – 1906', 'comienzo desconocido – 1906'],
  ['1900/1910', '1900–1910', '1900–1910', '1900–1910'],
  ['[..1906]', '1906 oder früher', '1906 ou avant', '1906 o antes'],
  ['[1910..1915]', 'zwischen 1910 und 1915', 'entre 1910 et 1915', 'entre 1910 y 1915'],
  ['[1667,1670]', '1667 oder 1670', '1667 ou 1670', '1667 o 1670'],
  [
    '[1910-09,1910-10]',
    'September 1910 oder Oktober 1910',
    'septembre 1910 ou octobre 1910',
    'septiembre de 1910 u octubre de 1910',
  ],
  ['../..', 'Datum unbekannt', 'Date inconnue', 'Fecha desconocida'],
]

test.each(TRANSLATIONS)('formats %s in German, French and Spanish', (text, ...shown) => {
  const edtf = parseEdtf(text)
  expect((['de', 'fr', 'es'] as const).map((language) => displayEdtf(edtf, language))).toEqual(
    shown,
  )
})

test('labels unknown dates in each language, and leaves recorded ones as they are', () => {
  expect(displayDate(null, null, 'de')).toBe('Datum unbekannt')
  expect(displayDate(null, null, 'fr')).toBe('Date inconnue')
  expect(displayDate(null, null, 'es')).toBe('Fecha desconocida')
  expect(displayDate(null, 'around 1920', 'de')).toBe('around 1920')
  expect(displayDate('1920~', null, 'de')).toBe('um 1920')
  expect(displayDate('1920~', null)).toBe('c. 1920')
})

test('prefers the EDTF date to the recorded one, and labels unknown dates', () => {
  expect(displayDate('1920~', 'around 1920')).toBe('c. 1920')
  expect(displayDate(null, 'around 1920')).toBe('around 1920')
  expect(displayDate('', 'around 1920')).toBe('around 1920')
  expect(displayDate(null, null)).toBe('Unknown date')
  expect(displayDate('', ' ')).toBe('Unknown date')
})

test('falls back to the recorded date if the stored text is not EDTF', () => {
  expect(displayDate('1920s', 'the twenties')).toBe('the twenties')
  expect(displayDate('1920s', null)).toBe('Unknown date')
})
