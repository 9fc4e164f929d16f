import { t } from '#messages/messages.ts'
import { registerHref } from '#features/people/accounts/account-addresses.contract.ts'
import { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown on an empty site: the first member to register becomes the owner. */
export function FirstRun() {
  const { name, isRegistrationOpen } = useSite()
  return (
    <div className="page">
      <EmptyState
        icon="sparkles"
        title={t('Welcome to {name}', { name })}
        isPageTitle
        actions={
          isRegistrationOpen && (
            <ButtonLink variant="primary" href={registerHref(setupAddress.href())}>
              {t('Create the first account')}
            </ButtonLink>
          )
        }
      >
        {isRegistrationOpen
          ? t('There are no members yet. The first person to register becomes the owner of this site.')
          : t('There are no members yet, and registration is closed. The operator can open it with REGISTRATION=open.')}
      </EmptyState>
    </div>
  )
}
