import { t } from '#messages/messages.ts'
import { MutedMembers } from '#features/people/mutes/muted-members.tsx'
import { MutedWords } from '#features/people/mutes/muted-words.tsx'
import { useMutes } from '#features/people/mutes/mutes.hooks.ts'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsMutedView: PageView = {
  View: SettingsMutedPage,
  head: () => ({ title: t('Muted (context: members and words)'), noindex: true }),
}

function SettingsMutedPage() {
  return <SettingsArea>{() => <MuteLists />}</SettingsArea>
}

/** The member's muted members and words. */
function MuteLists() {
  const { data: mutes, error, refetch } = useMutes()
  if (!mutes && !error) return <Skeletons count={2} label={t('Loading your mutes')} />
  if (!mutes) return <LoadFailed title={t('Your mutes failed to load')} reason={error} onRetry={() => void refetch()} />
  return (
    <>
      <MutedMembers members={mutes.members} />
      <MutedWords words={mutes.words} />
    </>
  )
}
