import type { LanguagePack } from '../language-pack.ts'

/** Bokmål and Nynorsk. */
export const norwegian: LanguagePack = {
  language: 'no',
  months: `
    januar|jan, februar|feb|febr, mars|mar, april|apr, mai, juni|jun, juli|jul.|jul, august|aug,
    september|sep|sept, oktober|okt, november|nov, desember|des`,
  seasons: `
    vår|våren, sommer|sommeren|sommar|sommaren, høst|høsten|haust|hausten, vinter|vinteren`,
  christmas: 'jul',
  weekdays: `
    mandag|måndag, tirsdag|tysdag, onsdag, torsdag, fredag, lørdag|laurdag, søndag|sundag`,
  words: {
    circa: 'cirka|omkring|omkr.|omtrent|om lag|kring|rundt',
    uncertain:
      'trolig|truleg|sannsynligvis|sannsynleg|antagelig|antatt|muligens|mulig|kanskje|formodentlig|kan hende',
    before: 'før|innen',
    after: 'etter',
    shortly: 'kort tid|like|rett',
    since: 'siden|sidan|fra og med|frå og med|f. o. m',
    until: 'inntil|til og med|fram til|t. o. m|til',
    'at-latest': 'senest|seinast|ikke senere enn|ikkje seinare enn|ikke etter',
    'at-earliest': 'tidligst|tidlegast|ikke tidligere enn|ikkje tidlegare enn|ikke før|ikkje før',
    earlier: 'tidligere|tidlegare',
    later: 'senere|seinare',
    between: 'mellom',
    and: 'og',
    or: 'eller',
    to: 'til',
    from: 'fra|frå',
    early:
      'begynnelsen av|begynnelsen|byrjinga av|starten av|starten på|tidlig på|tidlig|tidleg|tidleg på|primo',
    middle: 'midten av|midten|midt på|midt i|medio',
    late: 'slutten av|slutten|sent på|sent|seint|seint på|sein|ultimo',
    half: 'halvdel|halvdel av|halvdelen av|halvår|halvparten av',
    quarter: 'kvartal|fjerdedel|fjerdedel av|fjerdedelen av',
    third: 'tredjedel|tredjedel av|tredjedelen av|tredel av',
    decade: 'årene|-årene|åra|-åra|tiår|tiåret',
    years: 'tallet|-tallet|talet|-talet|tall|-tall|tal|-tal|tallets|-tallets',
    century: 'århundre|århundret|hundreår|hundreåret|årh.',
    'turn-of-century': 'århundreskiftet|hundreårsskiftet',
    undated:
      'u. å|uå|u. d|uten år|utan år|uten dato|utan dato|udatert|ikke datert|ikkje datert|ukjent|ukjent dato|dato ukjent|ukjent år',
    filler: 'den|det|de|dei|d.|i|år|året|av|datert|dato|på',
  },
  ordinals: 'siste, første|fyrste, andre|annen|annet, tredje, fjerde',
  centuries: 'femtende, sekstende, syttende, attende, nittende, tjuende, tjueførste',
  decades: `
    tiåra, tjueårene|tjueåra, trettiårene|trettiåra, førtiårene|førtiåra, femtiårene|femtiåra,
    sekstiårene|sekstiåra, syttiårene|syttiåra, åttiårene|åttiåra, nittiårene|nittiåra`,
  ordinalEndings: 'te|de|ste',
  decadeEndings: '',
  monthEndings: '',
  isDayFirst: true,
}
