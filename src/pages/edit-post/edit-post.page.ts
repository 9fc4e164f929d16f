import { editPostAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const editPostPage = page(editPostAddress, {
  name: 'edit-post',
  section: 'feed',
  view: () => import('./edit-post.tsx').then((module) => module.editPostView),
  guard: true,
  forWriters: true,
})
