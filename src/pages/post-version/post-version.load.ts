import { IdText } from '#features/ids/ids.contract.ts'
import { isDeleted } from '#features/posts/posts.store.ts'
import { versionChanges } from '#features/versions/version-changes.ts'
import { versionChangesQuery, versionQuery } from '#features/versions/versions.hooks.ts'
import { findVersion } from '#features/versions/versions.store.ts'
import type { Load } from '../page.ts'

export const loadPostVersion: Load = async ({ db }, { params }) => {
  const id = IdText.safeParse(params.id)
  const number = IdText.safeParse(params.number)
  if (!id.success || !number.success) return { status: 404, entries: [] }
  const address = [id.data, number.data] as const
  const version = await findVersion(db, ...address)
  const entry: [readonly unknown[], unknown] = [versionQuery(...address).queryKey, version]
  if (!version) return { status: (await isDeleted(db, id.data)) ? 410 : 404, entries: [entry] }
  const before = number.data > 1 ? await findVersion(db, id.data, number.data - 1) : null
  if (!before) return { entries: [entry] }
  return { entries: [entry, [versionChangesQuery(...address).queryKey, versionChanges(before, version)]] }
}
