import './account-deletion.css'
import type { ReactNode } from 'react'
import type { PostsChoice } from './account-deletion.contract.ts'

/** What is to become of the posts. */
export const AccountDeletionChoice = () => (
  <fieldset className="account-deletion-choice">
    <legend className="field-label">What becomes of your posts?</legend>
    <Choice value="remove" label="Remove my posts" isFirst>
      Posts, articles and comments are deleted. Links to them lead nowhere.
    </Choice>
    <Choice value="keep" label="Keep my posts, shown as by a deleted member">
      They stay where they are, and comments too, without your name and your picture. What they say does not change.
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
