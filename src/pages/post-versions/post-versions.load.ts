import { IdText } from '#features/ids/ids.contract.ts'
import { defaultLimit, pageAsked } from '#features/paging/paging.contract.ts'
import { isDeleted } from '#features/posts/posts.store.ts'
import { versionListQuery } from '#features/versions/versions.hooks.ts'
import { listVersions } from '#features/versions/versions.store.ts'
import type { Load } from '../page.ts'

export const loadPostVersions: Load = async ({ db }, { params, query }) => {
  const id = IdText.safeParse(params.id)
  if (!id.success) return { status: 404, entries: [] }
  const page = pageAsked(query['page'])
  const versions = await listVersions(db, id.data, { page, limit: defaultLimit })
  const entry: [readonly unknown[], unknown] = [versionListQuery(id.data, page).queryKey, versions]
  if (versions) return { entries: [entry] }
  return { status: (await isDeleted(db, id.data)) ? 410 : 404, entries: [entry] }
}
