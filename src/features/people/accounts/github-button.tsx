import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { signInWithGithub } from './sign-in.hooks.ts'

/** Signs in with GitHub where the identity provider offers it; a notice elsewhere. */
export function GithubButton() {
  return (
    <Button icon="github" onClick={() => void goToGithub()}>
      Continue with GitHub
    </Button>
  )
}

async function goToGithub() {
  if (await signInWithGithub()) return
  showToast({ title: 'GitHub login', description: 'GitHub login needs provider configuration.' })
}
