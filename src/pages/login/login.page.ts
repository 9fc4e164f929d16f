import { authAddress, loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { page } from '../page.ts'

export const loginPage = page(loginAddress, {
  name: 'login',
  view: () => import('./login.tsx').then((module) => module.loginView),
})

export const authPage = page(authAddress, {
  name: 'login',
  view: () => import('./login.tsx').then((module) => module.loginView),
})
