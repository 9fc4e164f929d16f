import { t } from '#messages/messages.ts'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { isFromServer, type Outcome } from './article-submit.hooks.ts'

/** Shows the outcome of pressing Publish or Update. Source: docs/product.md, Errors. */
export function showOutcome(outcome: Outcome, isNew: boolean): void {
  if (outcome.is === 'done') {
    const description = isNew ? t('Blog post published successfully!') : t('Blog post updated successfully!')
    showToast({ title: t('Success'), description, variant: 'success' })
  } else if (outcome.is === 'failed') {
    showSubmitFailure(outcome.reason, isNew)
  } else if (outcome.is !== 'faulty' && outcome.is !== 'deleted') {
    showError(refusals[outcome.is])
  }
}

const refusals = {
  conflicting: t('This post has been changed in the meantime.'),
  undecided: t('There is another version of this draft. Choose one first.'),
  'published-before': t('This article was already published without your latest changes.'),
}

function showSubmitFailure(reason: unknown, isNew: boolean): void {
  if (isFromServer(reason)) {
    const failure = isNew
      ? t('Failed to publish blog post. Please try again.')
      : t('Failed to update blog post. Please try again.')
    showError(messageOf(reason, failure))
  } else {
    console.warn('Blog post', reason)
    const description = t('There was a problem with your blog post. Check console for details.')
    showToast({ title: t('Error submitting form'), description, variant: 'error' })
  }
}

/** Reports that the article was deleted while it was being edited. */
export const showDeleted = () => showError(t('This article has been deleted. Your text is kept as a new draft.'))

const showError = (description: string) => showToast({ title: t('Error'), description, variant: 'error' })
