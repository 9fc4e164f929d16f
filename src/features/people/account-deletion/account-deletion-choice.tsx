import './account-deletion.css'
import type { ReactNode } from 'react'
import type { PostsChoice } from './account-deletion.contract.ts'
import { t } from '#messages/messages.ts'

/** Asks whether to remove or keep the member's posts. */
export const AccountDeletionChoice = () => (
  <fieldset className="account-deletion-choice">
    <legend className="field-label">{t('What should happen to your posts?')}</legend>
    <Choice value="remove" label={t('Remove my posts')} isFirst>
      {t('Deletes your posts, articles, and comments. Links to them will stop working.')}
    </Choice>
    <Choice value="keep" label={t('Keep my posts, attributed to “Deleted member”')}>
      {t('Your posts and comments are kept without your name or picture. Their text doesn’t change.')}
    </Choice>
  </fieldset>
)

interface ChoiceProps {
  value: PostsChoice
  label: string
  isFirst?: boolean
  children: ReactNode
}

const Choice = ({ value, label, isFirst = false, children }: ChoiceProps) => (
  <label>
    <input type="radio" name="posts" value={value} defaultChecked={isFirst} aria-describedby={`posts-${value}`} />
    <strong>{label}</strong>
    <span className="field-hint" id={`posts-${value}`}>
      {children}
    </span>
  </label>
)
