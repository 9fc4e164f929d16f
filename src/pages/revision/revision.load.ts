import { isDeleted } from '#features/writing/posts/posts.store.ts'
import { revisionChanges } from '#features/writing/history/revision-changes.ts'
import type { revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { revisionChangesQuery, revisionQuery } from '#features/writing/history/history.hooks.ts'
import { findRevision } from '#features/writing/history/history.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadRevision: Load<typeof revisionAddress> = async ({ db }, { params: { id, number } }) => {
  const revision = await findRevision(db, id, number)
  const entry = preload(revisionQuery(id, number), revision)
  if (!revision) return { status: (await isDeleted(db, id)) ? 410 : 404, entries: [entry] }
  const before = number > 1 ? await findRevision(db, id, number - 1) : null
  if (!before) return { entries: [entry] }
  return { entries: [entry, preload(revisionChangesQuery(id, number), revisionChanges(before, revision))] }
}
