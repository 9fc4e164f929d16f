import './admin-setup.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { openSteps, type Setup, type SetupStep } from '#features/admin/setup/setup.contract.ts'
import type { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import { useRememberSetup } from '#features/admin/setup/setup-progress.hooks.ts'
import { useSetup, useSaveSkippedSteps } from '#features/admin/setup/setup.hooks.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { importSettingsAddress, settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { useWritePath } from '#features/writing/posts/write-path.hooks.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { useAction } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

export const adminSetupView: PageView<typeof setupAddress> = {
  View: AdminSetupPage,
  head: () => ({ title: t('Set up your site'), noindex: true }),
}

interface StepText {
  title: string
  text: string
  icon: IconName
  href: string
}

const inSiteSettings = (card: string) => `${adminSettingsAddress.href()}#${card}`
const texts: Record<SetupStep, StepText> = {
  name: {
    title: t('Name your site'),
    text: t('A name, a tagline, and an icon.'),
    icon: 'globe',
    href: inSiteSettings('identity'),
  },
  profile: {
    title: t('Introduce yourself'),
    text: t('Add a picture and a job title. A bio and links are optional.'),
    icon: 'user',
    href: `${settingsAddress.href()}#profile`,
  },
  look: {
    title: t('Choose a look'),
    text: t('An accent color and a typeface.'),
    icon: 'sun',
    href: inSiteSettings('look'),
  },
  home: {
    title: t('Choose what visitors see'),
    text: t('A feed or a portfolio as the home page, and the sections that you need.'),
    icon: 'house',
    href: inSiteSettings('home-page'),
  },
  github: {
    title: t('Add your GitHub username'),
    text: t('Your activity and contributions then appear on your profile.'),
    icon: 'github',
    href: `${settingsAddress.href()}#github-username`,
  },
  project: {
    title: t('Add a project'),
    text: t('You can fill in the form from a GitHub repository.'),
    icon: 'folder-git-2',
    href: projectsAddress.href(),
  },
  post: { title: t('Write a post'), text: t('A few words are enough to start.'), icon: 'pencil', href: '/' },
  import: {
    title: t('Import your posts'),
    text: t('From Hashnode, dev.to, Ghost, WordPress, Hugo, and others. Links to their old URLs keep working.'),
    icon: 'download',
    href: importSettingsAddress.href(),
  },
}

function AdminSetupPage() {
  const query = useSetup()
  return (
    <AdminArea title={t('Set up your site')}>
      <Loaded
        query={query}
        loading={<Skeletons count={4} label={t('Loading the steps')} />}
        failed={t('Failed to load the steps')}
      >
        {(setup) => <Steps setup={setup} />}
      </Loaded>
    </AdminArea>
  )
}

function Steps({ setup }: { setup: Setup }) {
  const { steps, done, skipped } = setup
  const { name } = useSite()
  const writePath = useWritePath()
  const { run: skip, isBusy } = useAction(useSaveSkippedSteps(), t('The step could not be skipped. Try again.'))
  const open = openSteps(setup)
  useRememberSetup(open.length > 0)
  const finished = steps.length - open.length
  return (
    <>
      <ProgressBar
        label={
          open.length === 0
            ? t('{name} is set up. You can change everything later.', { name })
            : t('{finished} of {total} steps done or skipped. Do them in any order; you can come back later.', {
                finished,
                total: steps.length,
              })
        }
        done={finished}
        total={steps.length}
      />
      <ol className="setup-steps">
        {steps.map((step) => {
          const { title, text, icon, href } = texts[step]
          const isDone = done.includes(step)
          const isSkipped = !isDone && skipped.includes(step)
          return (
            <li key={step} className="setup-step" data-done={isDone || undefined} data-skipped={isSkipped || undefined}>
              <span className="setup-mark">
                <Icon name={isDone ? 'check' : icon} />
              </span>
              <div className="setup-words">
                <h2>
                  <Link href={step === 'post' ? (writePath ?? href) : href}>{title}</Link>
                  {isDone && <span className="visually-hidden"> {t('(done)')}</span>}
                  {isSkipped && <span className="meta"> {t('Skipped')}</span>}
                </h2>
                <p>{text}</p>
              </div>
              {!isDone && (
                <Button
                  size="s"
                  variant="plain"
                  aria-label={isSkipped ? t('Restore: {title}', { title }) : t('Skip: {title}', { title })}
                  busy={isBusy}
                  onClick={() => void skip(isSkipped ? skipped.filter((one) => one !== step) : [...skipped, step])}
                >
                  {isSkipped ? t('Restore') : t('Skip')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      <p className="row">
        <ButtonLink variant={open.length === 0 ? 'primary' : 'quiet'} icon="eye" href="/">
          {t('View your site')}
        </ButtonLink>
        {open.length > 0 && (
          <Button variant="plain" busy={isBusy} onClick={() => void skip([...new Set([...skipped, ...open])])}>
            {t('Skip the remaining steps')}
          </Button>
        )}
      </p>
    </>
  )
}
