import { feature } from '#kernel/feature.ts'
import { removeImportsOf } from './imports.store.ts'

export const importsFeature = feature('imports', {
  accountDeletion: ({ db }, { memberId }) => removeImportsOf(db, memberId),
})
