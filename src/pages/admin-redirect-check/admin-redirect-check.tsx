import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import type { AddressCheck } from '#features/admin/address-checks/address-checks.contract.ts'
import { type CheckPart, isUnderWay, useAddressCheck } from '#features/admin/address-checks/address-checks.hooks.ts'
import { CheckForm } from '#features/admin/address-checks/check-form.tsx'
import { CheckedAddressEntry } from '#features/admin/address-checks/checked-address-entry.tsx'
import {
  adminRedirectCheckAddress,
  adminRedirectsAddress,
} from '#features/admin/redirects/redirect-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminRedirectCheckView: PageView<typeof adminRedirectCheckAddress> = {
  View: AdminRedirectCheckPage,
  head: () => ({ title: t('Check old addresses'), noindex: true }),
}

function AdminRedirectCheckPage() {
  // The results are not rendered on the server: the browser reads the page number from the URL.
  const part = adminRedirectCheckAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Check old addresses')}>
      <p>
        {t(
          'Checks whether the addresses from your old site work on this one. An address is OK if it returns content after at most one redirect.',
        )}
      </p>
      <CheckForm />
      <Results {...part} />
    </AdminArea>
  )
}

function Results(part: CheckPart) {
  const { data, ...rest } = useAddressCheck(part)
  const { check = null } = data ?? {}
  if (data && !check) return null
  return (
    <>
      {check && <Summary check={check} />}
      {check && <Choice check={check} show={part.show} />}
      <AdminList
        noun="results"
        list={data && { ...data, count: data.addresses.length }}
        {...rest}
        hrefOf={(page) => adminRedirectCheckAddress.href({ show: part.show, page })}
        empty={check && <NoResults check={check} />}
      >
        <div className="entries">
          {data?.addresses.map((checked) => (
            <CheckedAddressEntry
              key={checked.place}
              checked={checked}
              action={
                <ButtonLink size="s" href={adminRedirectsAddress.href({ from: checked.address })}>
                  {t('Add redirect')}
                </ButtonLink>
              }
            />
          ))}
        </div>
      </AdminList>
    </>
  )
}

function Summary({ check }: { check: AddressCheck }) {
  const { state, problem, addressCount, checkedCount, failedCount, sitemapUrl } = check
  if (state === 'failed') return <ErrorPanel title={t('The addresses could not be checked')}>{problem}</ErrorPanel>
  return (
    <div aria-live="polite">
      <p>
        {isUnderWay(check)
          ? addressCount === 0
            ? t('Fetching the sitemap…')
            : t('Checked {checkedCount} of {addressCount, plural, one {# address} other {# addresses}}…', {
                checkedCount,
                addressCount,
              })
          : failedCount > 0
            ? t('{failedCount} of {addressCount, plural, one {# address} other {# addresses}} failed.', {
                failedCount,
                addressCount,
              })
            : t('{addressCount, plural, one {The address is OK.} other {All # addresses are OK.}}', { addressCount })}
      </p>
      {sitemapUrl && (
        <p className="meta" dir="ltr">
          {sitemapUrl}
        </p>
      )}
    </div>
  )
}

const Choice = ({ check, show }: { check: AddressCheck; show: CheckPart['show'] }) => (
  <LinkTabs
    label={t('Results')}
    tabs={[
      {
        label: t('Failures'),
        href: adminRedirectCheckAddress.href(),
        count: check.failedCount,
        isCurrent: show === 'failed',
      },
      {
        label: t('All (context: addresses)'),
        href: adminRedirectCheckAddress.href({ show: 'all' }),
        count: check.checkedCount,
        isCurrent: show === 'all',
      },
    ]}
  />
)

function NoResults({ check }: { check: AddressCheck }) {
  if (check.state === 'failed') return null
  if (isUnderWay(check)) return <EmptyState icon="clock">{t('Results will appear here.')}</EmptyState>
  return (
    <EmptyState icon="circle-check" title={t('No failures')}>
      {t('All addresses are OK.')}
    </EmptyState>
  )
}
