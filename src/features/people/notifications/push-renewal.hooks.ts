import { call } from '#web/call.ts'
import { recordEndpoint, tidySubscription, unsubscribe } from '#web/push.ts'
import { isSignedIn, onSessionChange, sessionText } from '#web/session.ts'
import { addPushDevice } from './push-devices.contract.ts'

/** Ends this browser's subscription when its member signs out, and sends the site a subscription that the browser has
 *  replaced. */
export async function renewPush(): Promise<void> {
  onSessionChange(() => {
    if (sessionText() === null) void unsubscribe().catch(() => undefined)
  })
  const replaced = await tidySubscription()
  if (!replaced || !isSignedIn()) return
  await call(addPushDevice, { body: replaced })
  recordEndpoint(replaced.endpoint)
}
