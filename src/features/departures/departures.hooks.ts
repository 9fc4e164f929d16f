import { forgetProfile } from '#features/profiles/profiles.hooks.ts'
import { isRefusal, messageOf, Nothing, send } from '#web/api.ts'
import { sessionChanged } from '#web/session.ts'
import { forgetAll } from '#web/storage.ts'
import { type Departure, departurePath } from './departures.contract.ts'

/** How a departure went. `isWrongPassword`: the message is about that. */
type Outcome = { ok: true } | { ok: false; isWrongPassword: boolean; message: string }

/** Leaves for good. Then nothing of the member's is left in this browser, and nobody is signed in. Never throws. */
export async function leave(departure: Departure): Promise<Outcome> {
  try {
    await send('POST', departurePath, Nothing, departure)
  } catch (reason) {
    const message = messageOf(reason, 'The site could not be reached. Please try again in a moment.')
    return { ok: false, isWrongPassword: isRefusal(reason, 400), message }
  }
  forgetAll(['theme'])
  forgetProfile()
  sessionChanged()
  return { ok: true }
}
