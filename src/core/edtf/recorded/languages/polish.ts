import type { LanguagePack } from '../language-pack.ts'

export const polish: LanguagePack = {
  language: 'pl',
  months: `
    styczeń|stycznia|styczniu|stycz.|sty., luty|lutego|lutym|lut., marzec|marca|marcu|mar.,
    kwiecień|kwietnia|kwietniu|kwiec.|kwi., maj|maja|maju, czerwiec|czerwca|czerwcu|czerw.|cze.,
    lipiec|lipca|lipcu|lip., sierpień|sierpnia|sierpniu|sierp.|sie.,
    wrzesień|września|wrześniu|wrzes.|wrz., październik|października|październiku|paźdz.|paź.,
    listopad|listopada|listopadzie|list.|lis., grudzień|grudnia|grudniu|grudz.|gru.`,
  seasons: 'wiosna|wiosną|wiosny, lato|latem, jesień|jesienią|jesieni, zima|zimą|zimy',
  weekdays: 'poniedziałek, wtorek, środa, czwartek, piątek, sobota, niedziela',
  words: {
    circa: 'około|ok.|w przybliżeniu|przybliżona|mniej więcej',
    uncertain:
      'prawdopodobnie|prawdop.|prawd.|zapewne|może|być może|przypuszczalnie|przyp.|chyba|domniemana',
    before: 'przed|sprzed',
    after: 'po',
    shortly: 'krótko|tuż|wkrótce',
    since: 'od|począwszy od|od roku',
    until: 'do|aż do|do roku',
    'at-latest': 'najpóźniej|najpóźniej w|nie później niż|nie później niż w',
    'at-earliest': 'najwcześniej|najwcześniej w|nie wcześniej niż|nie wcześniej niż w',
    earlier: 'wcześniej|wcześniejsza',
    later: 'później|późniejsza',
    between: 'między|pomiędzy',
    and: 'i|a|oraz',
    or: 'lub|albo|bądź|czy',
    to: 'do|po',
    early: 'początek|początku|na początku|pocz.|wczesne|wczesny',
    middle: 'połowa|połowie|poł.|środek|w połowie|połowy',
    late: 'koniec|końca|końcu|pod koniec|kon.|schyłek|późne|z końca',
    half: 'połowa|połowie|połowy|poł.|półrocze|półroczu',
    quarter: 'ćwierć|ćwierci|ćwierćwiecze|ćw.|kwartał|kwartale',
    third: 'tercja|trzecia część',
    decade: 'lata|latach|lat|dekada',
    century: 'wiek|wieku|w.|stulecie|stulecia|stuleciu|ww.',
    'turn-of-century': 'przełom|przełomie|na przełomie|przełom wieków|przełom wieku',
    undated:
      'b. d|bd|b. r|b. daty|bez daty|bez roku|brak daty|brak|niedatowane|niedatowany|niedatowana|nie datowane|data nieznana|nieznana|nieznany',
    filler: 'w|we|rok|roku|r.|rr.|dnia|dn.|z|ze|data|datowane|datowany|te|tych|-te|-tych|-ych',
  },
  ordinals: `
    ostatni|ostatnia|ostatnie|ostatniej, pierwszy|pierwsza|pierwsze|pierwszej,
    drugi|druga|drugie|drugiej, trzeci|trzecia|trzecie|trzeciej, czwarty|czwarta|czwartej`,
  centuries: `
    piętnasty|piętnastego, szesnasty|szesnastego, siedemnasty|siedemnastego,
    osiemnasty|osiemnastego, dziewiętnasty|dziewiętnastego, dwudziesty|dwudziestego,
    dwudziesty pierwszy|dwudziestego pierwszego`,
  decades: `
    dziesiąte|dziesiątych, dwudzieste|dwudziestych, trzydzieste|trzydziestych,
    czterdzieste|czterdziestych, pięćdziesiąte|pięćdziesiątych, sześćdziesiąte|sześćdziesiątych,
    siedemdziesiąte|siedemdziesiątych, osiemdziesiąte|osiemdziesiątych,
    dziewięćdziesiąte|dziewięćdziesiątych`,
  ordinalEndings: 'go|szy|sza|ga|gi|cia|ty',
  decadeEndings: '',
  monthEndings: '',
  isDayFirst: true,
}
