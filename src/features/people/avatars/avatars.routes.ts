import { t } from '#messages/messages.ts'
import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getAvatar } from './avatars.contract.ts'
import { isForeignAvatar } from './avatars.store.ts'

export const avatarRoutes = [
  implement(getAvatar, async ({ query: { url }, ctx }) => {
    if (!(await isForeignAvatar(ctx.db, url))) throw new AppError('not_found', t('No member uses this picture.'))
    const storedKey = ctx.storage.keyOf(url)
    const location = storedKey ? ctx.storage.addressOf(storedKey) : `${ctx.imageProxy.addressOf(url)}?width=480`
    return new Response(null, { status: 302, headers: { location, 'cache-control': publicUntilRemoved(3600) } })
  }),
]
