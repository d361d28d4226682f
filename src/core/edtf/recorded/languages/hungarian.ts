import type { LanguagePack } from '../language-pack.ts'

export const hungarian: LanguagePack = {
  language: 'hu',
  months: `
    január|jan|januárja|januárjában|januárban, február|feb|febr|februárja|februárjában|februárban,
    március|márc|már.|márciusa|márciusában|márciusban, április|ápr|áprilisa|áprilisában|áprilisban,
    május|máj|májusa|májusában|májusban, június|jún|júniusa|júniusában|júniusban,
    július|júl|júliusa|júliusában|júliusban,
    augusztus|aug|auguszt.|augusztusa|augusztusában|augusztusban,
    szeptember|szept|szeptembere|szeptemberében|szeptemberben,
    október|okt|októbere|októberében|októberben, november|nov|novembere|novemberében|novemberben,
    december|dec|decembere|decemberében|decemberben`,
  seasons: `
    tavasz|tavasza|tavaszán|tavasszal, nyár|nyara|nyarán|nyáron, ősz|ősze|őszén|ősszel,
    tél|tele|telén|télen`,
  weekdays: 'hétfő, kedd, szerda, csütörtök, péntek, szombat, vasárnap',
  words: {
    circa: 'körül|körüli|kb|körülbelül|cca|táján|tájékán|mintegy|-körül|hozzávetőleg',
    uncertain: 'valószínűleg|valsz.|feltehetően|feltehetőleg|talán|esetleg|vélhetően',
    before: 'előtt|megelőzően|-előtt',
    after: 'után|követően|-után',
    shortly: 'röviddel|nem sokkal',
    since: '-tól|-től|óta|-tól kezdve|-től kezdve|-tól kezdődően|-től kezdődően',
    until: '-ig|-ig bezárólag',
    'at-latest': 'legkésőbb|nem később mint',
    'at-earliest': 'legkorábban|nem korábban mint',
    earlier: 'korábban|előbb|előtte',
    later: 'később|utána',
    between: 'között|közt|-között',
    and: 'és|s',
    or: 'vagy|ill.|illetve',
    early: 'eleje|elején|kezdete|kezdetén|korai',
    middle: 'közepe|közepén|dereka|derekán',
    late: 'vége|végén|késői',
    half: 'fele|felében|félév',
    quarter: 'negyede|negyedében|negyedév',
    third: 'harmada|harmadában',
    decade: '-es évek|-as évek|-os évek|-ös évek|es évek|as évek|os évek|ös évek|évek',
    century: 'század|sz.|szd.|századi',
    'turn-of-century': 'századforduló|századfordulón',
    undated:
      'é. n|d. n|k. n|h. é. n|év nélkül|dátum nélkül|kelet nélkül|datálatlan|keltezetlen|ismeretlen|ismeretlen dátum|nincs dátum',
    filler:
      'a|az|év|évi|év.|-ben|-ban|-ból|-ből|-án|-én|-i|-a|-e|-es|-as|-os|-ös|-je|-ja|-jén|-ján|-in|folyamán|során|dátum|kelt|keltezve|kora|napján',
  },
  ordinals: 'utolsó, első, második|2-ik, harmadik, negyedik',
  centuries: `
    tizenötödik, tizenhatodik, tizenhetedik, tizennyolcadik, tizenkilencedik, huszadik,
    huszonegyedik`,
  decades: `
    tizes, húszas, harmincas, negyvenes, ötvenes, hatvanas, hetvenes, nyolcvanas, kilencvenes`,
  ordinalEndings: '',
  decadeEndings: '',
  monthEndings: '',
  isPostpositional: true,
  isDayFirst: false,
}
