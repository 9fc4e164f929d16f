import { t } from '#messages/messages.ts'
import './composer-outline.css'
import { Skeleton } from '#ui/skeleton.tsx'

export const composerPrompt = t('What are you working on?')

/** What members see from the first paint until the composer has loaded. */
export const ComposerOutline = () => (
  <div className="card composer-outline" aria-hidden="true">
    <Skeleton shape="avatar" />
    {composerPrompt}
  </div>
)
