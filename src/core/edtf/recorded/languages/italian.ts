import type { LanguagePack } from '../language-pack.ts'

export const italian: LanguagePack = {
  language: 'it',
  months: `
    gennaio|genn|gen|genaio, febbraio|febb|feb|febr, marzo|mar, aprile|apr, maggio|magg|mag,
    giugno|giu, luglio|lug|lugl, agosto|ago|ag., settembre|sett|set., ottobre|ott|ottob.,
    novembre|nov, dicembre|dic`,
  seasons: 'primavera, estate, autunno, inverno',
  weekdays: 'lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica',
  words: {
    circa: "c. a|verso|intorno al|intorno all'|attorno al|all'incirca|approssimativamente",
    uncertain: 'probabilmente|prob.|forse|presumibilmente|possibilmente',
    before: "prima del|prima dell'|prima di|prima degli|anteriore al|precedente al|avanti il",
    after: 'dopo|dopo il|posteriore al|successivo al',
    shortly: 'poco|subito',
    since: "dal|dall'|a partire dal|a partire da|fin dal",
    until: "fino al|fino all'|sino al|fino a",
    'at-latest': 'entro|entro il|non dopo|non oltre|al più tardi|al più tardi nel|non oltre il',
    'at-earliest': 'non prima|non prima del|al più presto|al più presto nel',
    earlier: 'prima|anteriore|precedente',
    later: 'poi|successivo|posteriore',
    between: 'tra|fra|tra il|fra il',
    and: 'e|ed|e il',
    or: 'o|oppure|od|ovvero',
    to: "al|all'|a",
    from: 'da',
    early: 'inizio|inizi|primi|principio|agli inizi|inizio del',
    middle: 'metà|a metà',
    late: 'fine|ultimi|fine del|alla fine',
    half: 'metà|semestre',
    quarter: 'quarto|trimestre',
    third: 'terzo',
    decade: 'anni|decennio',
    century: 'secolo|sec|secoli|secc|s.',
    'turn-of-century': 'cambio di secolo|volgere',
    undated:
      'sd|senza data|non datato|non datata|non datati|data sconosciuta|data ignota|sconosciuto|sconosciuta|ignota|senza anno',
    filler:
      "il|lo|la|i|gli|le|l'|del|dello|della|degli|dei|delle|dell'|di|nel|nello|nell'|anno|data|datato|datata|dell'anno",
  },
  ordinals: 'ultimo|ultima, primo|prima, secondo|seconda, terzo|terza, quarto|quarta',
  centuries: `
    quindicesimo, sedicesimo, diciassettesimo, diciottesimo, diciannovesimo, ventesimo,
    ventunesimo`,
  decades: `
    dieci, venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta`,
  centuryNames: `
    Duecento, Trecento, Quattrocento, Cinquecento, Seicento, Settecento, Ottocento, Novecento`,
  ordinalEndings: 'o|a|mo|ma',
  decadeEndings: 's',
  monthEndings: 'bre',
  isDayFirst: true,
}
