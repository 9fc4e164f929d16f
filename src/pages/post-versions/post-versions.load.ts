import { defaultLimit } from '#schemas/paging.contract.ts'
import { isDeleted } from '#features/writing/posts/posts.store.ts'
import type { postVersionsAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { versionListQuery } from '#features/writing/versions/versions.hooks.ts'
import { listVersions } from '#features/writing/versions/versions.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

export const loadPostVersions: Load<typeof postVersionsAddress> = async (
  { db },
  { params: { id }, query: { page } },
) => {
  const versions = await listVersions(db, id, { page, limit: defaultLimit })
  const entries = [preload(versionListQuery(id, page), versions)]
  if (versions) return { entries }
  return { status: (await isDeleted(db, id)) ? 410 : 404, entries }
}
