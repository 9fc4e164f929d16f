import { feature } from '#kernel/feature.ts'
import { languageRoutes } from './languages.routes.ts'
import { removeLanguageOf } from './member-languages.store.ts'

export const languagesFeature = feature('languages', {
  routes: languageRoutes,
  accountDeletion: ({ db }, { memberId }) => removeLanguageOf(db, memberId),
  notInArchive: { member_languages: 'is recorded again by the browser' },
})
