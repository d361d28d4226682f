import type { LanguagePack } from '../language-pack.ts'

export const german: LanguagePack = {
  language: 'de',
  months: `
    Januar|Jänner|Jenner|Jan|Jän, Februar|Feber|Hornung|Feb|Febr, März|Merz|Mertz|Maerz|Mär|Mrz,
    April|Aprill|Apr, Mai|May, Juni|Juny|Juno|Jun, Juli|July|Julei|Jul, August|Augst|Aug,
    September|Sep|Sept, Oktober|October|Okt|Oct|Octbr|Oktbr, November|Nov|Novbr,
    Dezember|December|Dez|Dec|Dezbr|Decbr`,
  seasons: 'Frühling|Frühjahr|Fruehjahr|Fruehling, Sommer, Herbst|Spätjahr, Winter',
  weekdays: `
    Montag|Mo., Dienstag|Di., Mittwoch|Mi., Donnerstag|Do., Freitag|Fr., Samstag|Sonnabend|Sa.,
    Sonntag|So.`,
  words: {
    circa: 'zirka|um|etwa|ungefähr|rund|gegen|um etwa|in etwa|um ca',
    uncertain:
      'wohl|vermutlich|verm.|vmtl.|wahrscheinlich|wahrsch.|möglicherweise|vielleicht|evtl.|angeblich',
    before: 'vor|vor dem|v.',
    after: 'nach|nach dem',
    shortly: 'kurz|bald',
    since: 'seit|ab',
    until: 'bis|bis zum|bis zu',
    'at-latest': 'spätestens|nicht nach|nicht später als',
    'at-earliest': 'frühestens|nicht vor|nicht früher als',
    earlier: 'früher|vorher|davor',
    later: 'später|nachher|danach',
    between: 'zwischen|zw.',
    and: 'und|u.',
    or: 'oder|od.|bzw.|beziehungsweise',
    from: 'von|vom|v.',
    early: 'Anfang|Anf.|Beginn|anfangs|frühe|frühes|frühen|beginnendes',
    middle: 'Mitte|mittlere|mittleren|mittleres',
    late: 'Ende|späte|spätes|späten|ausgehendes|ausgehenden',
    half: 'Hälfte|Halbjahr|Jahreshälfte',
    quarter: 'Viertel|Quartal|Vierteljahr',
    third: 'Drittel',
    decade: 'Jahrzehnt|Dekade',
    century: 'Jahrhundert|Jahrhunderts|Jahrhunderte|Jh|Jhs|Jhd|Jhdt|Jhdts|Jahrh|Jhrh',
    'turn-of-century': 'Jahrhundertwende|Wende zum',
    undated:
      'o. D|o. J|o. Dat|o. Datum|o. Jahr|oD|oJ|ohne Datum|ohne Jahr|ohne Jahresangabe|ohne Datierung|undatiert|undat.|nicht datiert|unbekannt|unbek.|Datum unbekannt|unbekanntes Datum|k. A|keine Angabe',
    filler:
      'der|die|das|des|dem|den|im|in|am|Jahr|Jahre|Jahren|Jahres|anno|Datum|datiert|dat.|n. Chr|nach Christus',
  },
  ordinals: `
    letztes|letzte|letzten|letzter, erstes|erste|ersten|erster, zweites|zweite|zweiten|zweiter,
    drittes|dritte|dritten|dritter, viertes|vierte|vierten|vierter`,
  centuries: `
    fünfzehntes|fünfzehnten, sechzehntes|sechzehnten, siebzehntes|siebzehnten,
    achtzehntes|achtzehnten, neunzehntes|neunzehnten, zwanzigstes|zwanzigsten,
    einundzwanzigstes|einundzwanzigsten`,
  decades: `
    zehner, zwanziger, dreißiger|dreissiger, vierziger, fünfziger, sechziger, siebziger,
    achtziger, neunziger`,
  ordinalEndings: 'te|ten|ter|tes',
  decadeEndings: 'er|ern|s',
  monthEndings: 'ber|br',
  isDayFirst: true,
}
