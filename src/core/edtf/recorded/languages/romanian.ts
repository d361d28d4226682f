import type { LanguagePack } from '../language-pack.ts'

export const romanian: LanguagePack = {
  language: 'ro',
  months: `
    ianuarie|ian, februarie|feb|febr, martie|mar|mart, aprilie|apr, mai, iunie|iun, iulie|iul,
    august|aug, septembrie|sep|sept, octombrie|oct, noiembrie|noiem.|noi.|nov,
    decembrie|dec`,
  seasons: `
    primăvara|primăvară, vara|vară, toamna|toamnă, iarna|iarnă`,
  weekdays: 'luni, marți, miercuri, joi, vineri, sâmbătă, duminică',
  words: {
    circa: 'cca|aprox|aproximativ|în jurul|în jurul anului|în jur de|pe la|prin',
    uncertain: 'probabil|posibil|poate|presupus|presupusă',
    before: 'înainte de|înaintea|înaintea anului|anterior|anterior anului|ant.',
    after: 'după|ulterior|ulterior anului|posterior anului',
    shortly: 'puțin|cu puțin|imediat|scurt timp',
    since: 'începând cu|începând din|de la|din',
    until: 'până în|până la|până',
    'at-latest': 'cel târziu|cel mai târziu|nu mai târziu de',
    'at-earliest': 'cel devreme|cel mai devreme|nu mai devreme de',
    earlier: 'mai devreme|anterior|înainte',
    later: 'mai târziu|ulterior',
    between: 'între|între anii',
    and: 'și',
    or: 'sau|ori',
    to: 'la|până la|până în',
    from: 'din|de la',
    early: 'începutul|început|înc.|încep.|la începutul|începuturile|primii',
    middle: 'mijlocul|mijloc|mijl.|mij.|la mijlocul',
    late: 'sfârșitul|sfârșit|sf.|sfârș.|la sfârșitul|finalul|ultimii',
    half: 'jumătate|jumătatea|jum.|semestru|semestrul',
    quarter: 'sfert|sfertul|trimestru|trimestrul',
    third: 'treime|treimea',
    decade: 'anii|deceniul|deceniu|anilor',
    century: 'secolul|secol|secolului|sec|secolele|veacul|veac|veacului',
    'turn-of-century': 'cumpăna secolelor|cumpăna|trecerea dintre secolele',
    undated:
      'f. d|f. a|f. dată|fără dată|fără an|nedatat|nedatată|dată necunoscută|necunoscut|necunoscută',
    filler: 'a|al|ai|ale|în|de|anul|anului|an|data|datat|datată|luna|lunii|ziua|-lea|-a',
  },
  ordinals: `
    ultimul|ultima|ultimului, primul|prima|întâi, al doilea|a doua|doilea,
    al treilea|a treia|treilea, al patrulea|a patra|patrulea`,
  centuries: `
    al cincisprezecelea, al șaisprezecelea, al șaptesprezecelea, al optsprezecelea,
    al nouăsprezecelea, al douăzecilea, al douăzeci și unulea`,
  decades: 'zece, douăzeci, treizeci, patruzeci, cincizeci, șaizeci, șaptezeci, optzeci, nouăzeci',
  ordinalEndings: '',
  decadeEndings: '',
  monthEndings: '',
  isDayFirst: true,
}
