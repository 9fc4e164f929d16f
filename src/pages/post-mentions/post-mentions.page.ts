import { postMentionsAddress } from '#features/conversation/sent-webmentions/sent-webmention-addresses.contract.ts'
import { page } from '../page.ts'

export const postMentionsPage = page(postMentionsAddress, {
  name: 'post-mentions',
  view: () => import('./post-mentions.tsx').then((module) => module.postMentionsView),
  guard: true,
})
