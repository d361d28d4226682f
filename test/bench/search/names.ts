import type { Chance } from '../../support/generated-catalog/random.ts'

const FIRST =
  'abbot acker adam alder allen amber ander arm ash austin back bald barn bart bay beck bell ben berg black blake bloom bow brad brand bren bright broad brom brook bryn buck burn butter cald cam carl carver cat chan chap charl chris clar clay cliff cole con cor crane craw cross cumber dal dan dart daven day dean del den der dor dov drake dun east eber eck edge eis elm ems enders engel ester fair fal far fen fern finch fisch fitz fleet flor ford frank fried gar gil glen gold good gran gray green grim gross guth hack hal ham han hard harr hart hatch haw hazel heath hein hell hend her hill hoff hol horn huck hum hunt hurst isel jack jan jeff jer john kauf keller ken ker kil kings kirk klein knick kron lam lang lau law leff leven lich lin lock long lor lud lynn mac mal man mar mather may mel mer mid mill mon mor mul murr nash neu new nor oak oster over pack par pat peck pem pen per pick pil pol port pres quin rad rand raven red reich rich ridge rock rosen roth rush ruther sal sand sav schau schell schu sea sel shel shir sil smith spen stan stein stern stock stone strat sut swin tal tan taub thorn thur tom town trum turn tyl under vander van vaughn vor wad wal war wash wat web wei wel west whit wil win wood wyck york zimmer'.split(
    ' ',
  )
const LAST =
  'aux bach baum beck bell berg berger berry borne bourne bridge brook burg bury by cliffe cock combe cott croft dale dell den der don dorf durst en er ey feld field flower ford gate grave grove ham hart haven heim hill hoff holm holt house hurst ing ingham ington inski ison ius kamp ker kin kins land ler ley lin lock low man mann mark mer mere mond mont more mouth ner ness nick ock off or orne ova owitz owski port ridge rod ry sen shire sky smith son stad stead stein ster stock stone strom ten thal thorne ton tree ville wall ward water way well wick win wold wood worth wright yard zer'.split(
    ' ',
  )
const MIDDLE =
  'a ber chen cker der e el en er ers ess et i in ing ken ler man mer ner o on or rin sel ster ten the ver'.split(
    ' ',
  )
const NAMES = 300_000
const WITHOUT_MIDDLE = FIRST.length * LAST.length
/** A prime number, which distributes the frequent names over all parts. */
const STEP = 7919

/** Returns one of up to 300,000 names, few of them often and most of them rarely. */
export function inventName(chance: Chance): string {
  const rank = chance.zipf(NAMES)
  const middle = Math.floor(rank / WITHOUT_MIDDLE)
  const ends = (rank * STEP) % WITHOUT_MIDDLE
  const last = LAST[Math.floor(ends / FIRST.length)]!
  return FIRST[ends % FIRST.length]! + (middle === 0 ? '' : MIDDLE[middle - 1]!) + last
}
