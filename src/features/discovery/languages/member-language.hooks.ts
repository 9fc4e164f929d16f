import { locale } from '#messages/messages.ts'
import { call } from '#web/call.ts'
import { isSignedIn, sessionUserId } from '#web/session.ts'
import { readStored, writeStored } from '#web/storage.ts'
import { saveLanguage } from './languages.contract.ts'

const recordedKey = 'language_recorded'

/** Sends the site the language of this page after sign-in, and after it has changed, for emails to the member. */
export async function recordLanguage(): Promise<void> {
  const language = locale()
  const recorded = `${sessionUserId()} ${language}`
  if (!isSignedIn() || readStored(recordedKey) === recorded) return
  await call(saveLanguage, { body: { language } })
  writeStored(recordedKey, recorded)
}
