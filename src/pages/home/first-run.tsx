import { t } from '#messages/messages.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown on a site without an owner. The first member to register becomes the owner, unless another one is named. */
export function FirstRun() {
  const { name, isRegistrationOpen, isOwnerNamed } = useSite()
  return (
    <div className="page">
      <EmptyState
        icon="sparkles"
        title={t('Welcome to {name}', { name })}
        isPageTitle
        actions={
          isRegistrationOpen && (
            <ButtonLink variant="primary" href={loginAddress.href({ tab: 'register' })}>
              {isOwnerNamed ? t('Register') : t('Create the first account')}
            </ButtonLink>
          )
        }
      >
        {isOwnerNamed
          ? t('This site’s owner hasn’t registered yet.')
          : isRegistrationOpen
            ? t('There are no members yet. The first person to register becomes the owner of this site.')
            : t(
                'There are no members yet, and registration is closed. The operator can open it with REGISTRATION=open.',
              )}
      </EmptyState>
    </div>
  )
}
