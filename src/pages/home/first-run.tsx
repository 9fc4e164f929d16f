import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** What an empty site says: whoever registers first becomes its owner. */
export function FirstRun() {
  const { name, isRegistrationOpen } = useSite()
  return (
    <div className="page">
      <EmptyState
        icon="sparkles"
        title={`Welcome to ${name}`}
        isPageTitle
        actions={
          isRegistrationOpen && (
            <ButtonLink variant="primary" href={loginAddress.href({ tab: 'register' })}>
              Create the first account
            </ButtonLink>
          )
        }
      >
        {isRegistrationOpen
          ? 'Nobody lives here yet. The first member to register becomes the owner of this site.'
          : 'Nobody lives here yet, and registration is closed. Whoever runs this site can open it with REGISTRATION=open.'}
      </EmptyState>
    </div>
  )
}
