import { t } from '#messages/messages.ts'

/** The toast for visitors who open an editor. */
export const signInToWrite = () => ({
  title: t('Authentication required'),
  description: t('You need to be logged in to create blog posts'),
})
