import { t, locale } from '#messages/messages.ts'
import { clientOf } from '#kernel/client.ts'
import { AppError } from '#kernel/errors.ts'
import { created } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isPublicHost } from '#kernel/public-address.ts'
import {
  addPushDevice,
  getPushDevices,
  maxPushDevices,
  type NewPushDevice,
  removePushDevice,
} from './push-devices.contract.ts'
import * as store from './push-devices.store.ts'
import { isPublicKey, pushKeys } from './push-keys.ts'

/** Members only see and change their own devices. */
export const pushDeviceRoutes = [
  implement(getPushDevices, async ({ ctx, member }) => {
    const { publicKey: serverKey } = await pushKeys(ctx)
    return { serverKey, devices: await store.listPushDevices(ctx.db, member.id, serverKey) }
  }),
  implement(addPushDevice, async (call) => {
    const { ctx, member, body } = call
    demandValid(body)
    const added = await store.addPushDevice(ctx.db, {
      ...body,
      memberId: member.id,
      serverKey: (await pushKeys(ctx)).publicKey,
      name: clientOf(call).device,
      locale: locale(),
    })
    if (!added) throw new AppError('conflict', t('You can use at most {maxPushDevices} devices.', { maxPushDevices }))
    const { isNew, ...device } = added
    return isNew ? created(device) : device
  }),
  implement(removePushDevice, async ({ ctx, params, member }) => {
    await store.removePushDevice(ctx.db, member.id, params.id)
    return null
  }),
]

/** @throws AppError for endpoints to which nothing would be sent, and for keys that encrypt nothing */
function demandValid({ endpoint, keys }: NewPushDevice): void {
  const { hostname, port, username, password } = new URL(endpoint)
  if (port || username || password || !isPublicHost(hostname) || !isPublicKey(keys.p256dh))
    throw new AppError('invalid_input', t('This is not a valid push subscription.'))
}
