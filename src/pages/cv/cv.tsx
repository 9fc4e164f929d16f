import './cv.css'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { cutText } from '#features/discovery/social-images/social-images.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { cvSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import type { resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { ResumeView } from '#features/people/resumes/resume-view.tsx'
import { exportResume, type Resume } from '#features/people/resumes/resumes.contract.ts'
import { resumeQuery, useResume } from '#features/people/resumes/resumes.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { neverChanges } from '#web/never-changes.ts'
import { descriptionLength, type Head, type PageProps, type PageView } from '../page.ts'

type CvProps = PageProps<typeof resumeAddress>

export const cvView: PageView<typeof resumeAddress> = { View: CvPage, head }

function head(cache: QueryClient, { params }: CvProps): Head {
  const resume = cache.getQueryData(resumeQuery(params.username).queryKey)
  if (!resume) return { title: resume === null ? t('CV not found') : t('CV'), noindex: true }
  const { user, document, isPublished } = resume
  const { label, summary } = document.basics
  const text = [label, summary.replaceAll(/\s+/g, ' ')].filter(Boolean).join('. ')
  return {
    title: t('{displayName} – CV', { displayName: user.displayName }),
    description: cutText(text || t('CV of {displayName}.', { displayName: user.displayName }), descriptionLength),
    type: 'profile',
    noindex: !isPublished,
  }
}

function CvPage({ params }: CvProps) {
  const { username } = params
  return (
    <Loaded query={useResume(username)} loading={<PageSkeleton />} failed={t('CV failed to load')}>
      {(resume) => (resume ? <Cv resume={resume} /> : <CvNotFound username={username} />)}
    </Loaded>
  )
}

function Cv({ resume }: { resume: Resume }) {
  const { user, isPublished } = resume
  const isOwn = useViewer()?.id === user.id
  const canPrint = useSyncExternalStore(neverChanges, inBrowser, onServer)
  return (
    <div className="page cv-page">
      <div className="cv-tools">
        <ButtonLink variant="plain" icon="arrow-left" href={profileAddress.href({ username: user.username })}>
          {t('Profile')}
        </ButtonLink>
        <div className="row">
          {isOwn && (
            <ButtonLink size="s" icon="pencil" href={cvSettingsAddress.href()}>
              {t('Edit CV')}
            </ButtonLink>
          )}
          {isPublished && (
            <ButtonLink
              size="s"
              icon="download"
              target="_self"
              download
              href={exportResume.href({ username: user.username })}
            >
              JSON Resume
            </ButtonLink>
          )}
          {canPrint && (
            <Button size="s" icon="file-text" onClick={() => print()}>
              {t('Print')}
            </Button>
          )}
        </div>
      </div>
      {!isPublished && <p className="cv-notice">{t('Only you can see this CV until you publish it.')}</p>}
      <ResumeView resume={resume} />
    </div>
  )
}

const inBrowser = () => true
const onServer = () => false

const CvNotFound = ({ username }: { username: string }) => (
  <div className="page">
    <EmptyState
      icon="file-text"
      title={t('CV not found')}
      isPageTitle
      actions={<ButtonLink href={profileAddress.href({ username })}>{t('View profile')}</ButtonLink>}
    >
      {t('This member has not published a CV.')}
    </EmptyState>
  </div>
)
