import { t } from '#messages/messages.ts'
import { forgetProfile } from '#features/people/profiles/profiles.hooks.ts'
import { messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'
import { sessionChanged } from '#web/session.ts'
import { clearStored } from '#web/storage.ts'
import { deleteAccount, type AccountDeletion } from './account-deletion.contract.ts'

type Outcome = { ok: true } | { ok: false; message: string }

/** Deletes the account, signs out, and clears the member's data from this browser. Never throws. */
export async function requestDeletion(deletion: AccountDeletion): Promise<Outcome> {
  try {
    await call(deleteAccount, { body: deletion })
  } catch (reason) {
    const message = messageOf(reason, t('The site could not be reached. Try again in a moment.'))
    return { ok: false, message }
  }
  clearStored(['theme'])
  forgetProfile()
  sessionChanged()
  return { ok: true }
}
