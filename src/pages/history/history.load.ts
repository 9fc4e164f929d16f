import { defaultLimit } from '#schemas/paging.contract.ts'
import { isDeleted } from '#features/writing/posts/posts.store.ts'
import type { historyAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { revisionListQuery } from '#features/writing/history/history.hooks.ts'
import { listRevisions } from '#features/writing/history/history.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadHistory: Load<typeof historyAddress> = async ({ db }, { params: { id }, query: { page } }) => {
  const versions = await listRevisions(db, id, { page, limit: defaultLimit })
  const entries = [preload(revisionListQuery(id, page), versions)]
  if (versions) return { entries }
  return { status: (await isDeleted(db, id)) ? 410 : 404, entries }
}
