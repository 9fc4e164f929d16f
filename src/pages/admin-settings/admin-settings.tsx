import { useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { SettingsForm } from '#features/admin/site-settings/settings-form.tsx'
import { siteStylesHref, siteStylesPath } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { useStylesheet } from '#features/admin/site-settings/site-stylesheet.hooks.ts'
import { useSettings } from '#features/admin/site-settings/site-settings.hooks.ts'
import { siteQuery, useSite } from '#features/discovery/site/site.hooks.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { AdminOnly } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

const title = t('Site settings')

export const adminSettingsView: PageView = {
  View: AdminSettingsPage,
  head: () => ({ title, noindex: true }),
}

function AdminSettingsPage() {
  return (
    <AdminOnly title={title}>
      <div className="page page-wide stack">
        <SetupBanner />
        <PageHead
          title={title}
          subtitle={t('What your site is called and how it looks. Nothing changes for visitors until you save.')}
          actions={
            <ButtonLink variant="plain" icon="arrow-left" href={settingsAddress.href()}>
              {t('Back to Settings')}
            </ButtonLink>
          }
        />
        <Settings />
      </div>
    </AdminOnly>
  )
}

function Settings() {
  const cache = useQueryClient()
  const query = useSettings()
  const { styles, canSendEmail } = useSite()
  useStylesheet(siteStylesPath, styles === undefined ? undefined : siteStylesHref(styles))
  // A form that shows settings from an earlier request would fail to save.
  const isOutdated = query.isFetching && !query.isFetchedAfterMount
  return (
    <Loaded
      query={{ ...query, data: isOutdated ? undefined : query.data }}
      loading={<Skeletons count={3} label={t('Loading site settings')} />}
      failed={t('Failed to load the site’s settings')}
    >
      {(stored) => (
        <SettingsForm
          stored={stored}
          canSendEmail={canSendEmail}
          onSaved={() => cache.invalidateQueries({ queryKey: siteQuery.queryKey })}
        />
      )}
    </Loaded>
  )
}
