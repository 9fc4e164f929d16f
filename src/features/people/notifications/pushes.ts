import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import { inMemberLanguage } from '#kernel/translation.ts'
import { findEntry } from './notifications.store.ts'
import {
  findPushTarget,
  forgetPushDevice,
  listPushTargets,
  markPushSent,
  postponePushes,
} from './push-devices.store.ts'
import { pushKeys } from './push-keys.ts'
import { messageOf, pushRequest } from './push-message.ts'

/** Added by the SQL function `notification_tell`, which repeats the name and the payload. */
const pushNotification = job('notifications.push', {
  summary: () => t('Send a notification to devices'),
  payload: z.object({ notificationId: z.int() }),
})
/** `delays`: how often the push service has postponed the message. */
const pushToDevice = job('notifications.push-to-device', {
  summary: () => t('Send a notification to one device'),
  payload: z.object({ notificationId: z.int(), deviceId: z.int(), delays: z._default(z.int(), 0) }),
  key: ({ notificationId, deviceId }) => `${notificationId} ${deviceId}`,
  maxAttempts: 8,
  callsOut: true,
})

/** Sends notifications to members' devices, each with its own attempts. */
export const pushWorkers = [
  perform(pushNotification, async (ctx, { notificationId }) => {
    const { publicKey } = await pushKeys(ctx)
    for (const { deviceId } of await listPushTargets(ctx.db, notificationId, publicKey))
      await pushToDevice.enqueue(ctx.db, { notificationId, deviceId })
  }),
  perform(pushToDevice, (ctx, push) => send(ctx, push)),
]

type Push = z.output<typeof pushToDevice.payload>

const maxDelays = 5

/** @throws Error for temporary failures, so that the job is retried */
async function send(ctx: JobContext, push: Push): Promise<void> {
  const { db, log } = ctx
  const { notificationId, deviceId } = push
  const prepared = await prepare(ctx, push)
  if (!prepared) return
  const answer = await ctx.fetch(prepared.endpoint, { ...prepared.request, maxBytes: 1024, longer: 'cut' })
  if (!answer.ok) {
    if (!answer.retryAt) throw new Error(`The push service failed: ${answer.reason}`)
    const delays = push.delays + 1
    await postponePushes(db, deviceId, answer.retryAt)
    if (delays <= maxDelays)
      await pushToDevice.enqueue(db, { notificationId, deviceId, delays }, { runAt: answer.retryAt })
    return
  }
  const { status } = answer
  if (status < 300) await markPushSent(db, deviceId)
  else if (status === 404 || status === 410) await forgetPushDevice(db, deviceId)
  else if (status >= 500) throw new Error(`The push service failed with ${status}`)
  else
    log.warn({ status, host: new URL(prepared.endpoint).host, deviceId }, 'push: the push service rejected a message')
}

/** Returns the encrypted message in the member's language; null if there is nothing to send any more. */
async function prepare(ctx: JobContext, { notificationId, deviceId }: Push) {
  const { db, siteUrl, site, siteSettings } = ctx
  const keys = await pushKeys(ctx)
  const target = await findPushTarget(db, notificationId, deviceId, keys.publicKey)
  const entry = target && (await findEntry(db, notificationId))
  if (!entry) return null
  const message = inMemberLanguage(target.locale, () =>
    messageOf(entry, {
      siteName: site.name,
      iconVersion: siteSettings.now.icons?.version,
      isOn: siteSettings.isOn,
    }),
  )
  return { endpoint: target.endpoint, request: await pushRequest({ entry, message, target, siteUrl, keys }) }
}
