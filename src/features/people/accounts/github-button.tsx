import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { signInWithGithub } from './sign-in.hooks.ts'

/** Signs in with GitHub if the identity provider offers it; otherwise shows a notice. */
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
