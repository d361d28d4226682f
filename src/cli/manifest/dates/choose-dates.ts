import { EdtfError } from '../../../core/edtf/edtf-error.ts'
import { parseEdtf } from '../../../core/edtf/parse.ts'
import type { Cli } from '../../cli.ts'
import { describeReading } from '../../dates/describe-reading.ts'
import { formatCount } from '../../terminal/format.ts'
import { tell } from '../../terminal/output.ts'
import type { DistinctDate } from './recorded-dates.ts'

/** Returns the EDTF of the recorded dates that are certain. */
export function listCertainDates(dates: readonly DistinctDate[]): Map<string, string> {
  return new Map(
    dates.flatMap(({ recorded, confidence, readings: [only] }) => {
      return confidence === 'certain' && only !== undefined ? [[recorded, only.edtf]] : []
    }),
  )
}

/** Asks for the EDTF of each recorded date that is not certain and has rows without one. */
export async function askForDates(
  cli: Cli,
  dates: readonly DistinctDate[],
): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const date of dates) {
    if (date.confidence === 'certain' || date.blank === 0) continue
    const edtf = await askForDate(cli, date)
    if (edtf !== '') answers.set(date.recorded, edtf)
  }
  return answers
}

/** Values of choices that no EDTF text has. */
const LEAVE = ''
const ENTER = 'enter'

async function askForDate(cli: Cli, { recorded, blank, readings }: DistinctDate): Promise<string> {
  const question = `${JSON.stringify(recorded)} (${formatCount(blank, 'row')}):`
  const choices = readings.map((reading) => {
    const { edtf, display, notes } = describeReading(reading)
    return { name: `${edtf} (${[display, ...notes].join('. ')})`, value: edtf }
  })
  const others = [
    { name: 'Leave blank', value: LEAVE },
    { name: 'Enter EDTF', value: ENTER },
  ]
  const answer = await cli.prompts.choose(question, [...choices, ...others], cli.signal)
  return answer === ENTER ? await askForEdtf(cli, recorded) : answer
}

/** Asks until the answer is valid or blank. */
async function askForEdtf(cli: Cli, recorded: string): Promise<string> {
  const question = `EDTF of ${JSON.stringify(recorded)} (blank to leave it):`
  for (;;) {
    const answer = (await cli.prompts.input(question, cli.signal)).trim()
    if (answer === '') return LEAVE
    try {
      parseEdtf(answer)
      return answer
    } catch (error) {
      if (!(error instanceof EdtfError)) throw error
      tell(cli, `Not an EDTF date: ${error.message}.`)
    }
  }
}
