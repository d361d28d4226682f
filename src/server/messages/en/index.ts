import { account } from './account.ts'
import { activity } from './activity.ts'
import { changes } from './changes.ts'
import { check } from './check.ts'
import { collections } from './collections.ts'
import { consent } from './consent.ts'
import { contribute } from './contribute.ts'
import { contributors } from './contributors.ts'
import { damaged } from './damaged.ts'
import { editor } from './editor.ts'
import { embed } from './embed.ts'
import { errors } from './errors.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { image } from './image.ts'
import { imageBatch } from './image-batch.ts'
import { imageForm } from './image-form.ts'
import { images } from './images.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { licenseForms } from './license-forms.ts'
import { lists } from './lists.ts'
import { map } from './map.ts'
import { maps } from './maps.ts'
import { pager } from './pager.ts'
import { people } from './people.ts'
import { problems } from './problems.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { signIn } from './sign-in.ts'
import { site } from './site.ts'
import { sourceForms } from './source-forms.ts'
import { staff } from './staff.ts'
import { subjectForms } from './subject-forms.ts'
import { subjects } from './subjects.ts'
import { work } from './work.ts'

export const en = {
  account,
  activity,
  changes,
  check,
  collections,
  consent,
  contribute,
  contributors,
  damaged,
  editor,
  embed,
  errors,
  history,
  home,
  image,
  imageBatch,
  imageForm,
  images,
  imports,
  jobs,
  licenseForms,
  lists,
  map,
  maps,
  pager,
  people,
  problems,
  search,
  settings,
  setup,
  signIn,
  site,
  sourceForms,
  staff,
  subjectForms,
  subjects,
  work,
}

/** The texts of the pages, in groups of one page or part each. English is the model of the other languages. */
export type Messages = typeof en
