import { t } from '#messages/messages.ts'
import { TextInput } from '#ui/field.tsx'

/** The name of a commenter who is not signed in. */
export const AuthorNameField = ({ error }: { error: string | undefined }) => (
  <TextInput label={t('Name')} name="authorName" autoComplete="name" required maxLength={100} error={error} />
)
